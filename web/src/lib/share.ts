// Shares an address: with the phone's own dialog if it has one, otherwise through the clipboard.

/** Whether the address is on the clipboard now. */
export async function passOn(address: string): Promise<boolean> {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    await navigator.share({ url: address }).catch(() => undefined)
    return false
  }
  try {
    // Without https, as in many homes, browsers give pages no clipboard.
    if (navigator.clipboard) await navigator.clipboard.writeText(address)
    else copyBySelection(address)
    return true
  } catch {
    return false
  }
}

function copyBySelection(text: string): void {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (!done) throw new Error('not copied')
}
