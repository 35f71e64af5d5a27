// Bringing a rule or a chapter before somebody's eyes, and under their keys.

/** In the middle, with what stands round it; at the top if it is a title or too tall for that. */
export function showAnchor(id: string, room: number = innerHeight): void {
  const found = document.getElementById(id)
  if (!found) return
  const tall = found.offsetHeight > room * 0.7
  found.scrollIntoView({ block: tall || found.tagName === 'H2' ? 'start' : 'center' })
  found.focus({ preventScroll: true })
}
