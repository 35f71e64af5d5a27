// Downloads a file.

const LATER = 60_000 // milliseconds until the browser has certainly read it

export function download(name: string, content: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), LATER)
}
