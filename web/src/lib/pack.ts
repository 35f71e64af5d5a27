// Values as short text: compressed JSON in letters that a page may contain.

export async function packed(thing: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(thing)]).stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let text = ''
  for (let k = 0; k < bytes.length; k += 0x8000) text += String.fromCharCode(...bytes.subarray(k, k + 0x8000))
  return btoa(text)
}

export async function unpacked(text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return JSON.parse(await new Response(stream).text())
}
