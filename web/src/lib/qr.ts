// QR codes as one SVG path; the encoder is loaded only for an invitation.

export async function qrPath(text: string): Promise<{ size: number; path: string }> {
  const { default: qrcode } = await import('qrcode-generator')
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  let path = ''
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`
  }
  return { size, path }
}
