// Giving an address to somebody: the phone's own way where it has one, else the clipboard.

/** Whether the address lies on the clipboard now. */
export async function passOn(address: string): Promise<boolean> {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    await navigator.share({ url: address }).catch(() => undefined)
    return false
  }
  try {
    // Without a safe connection, as in many homes, browsers have no clipboard for pages.
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
