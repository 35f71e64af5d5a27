// Scrolls to a rule or a chapter and focuses it.

/** In the middle, with its surroundings; at the top if it is a title or too tall for that. */
export function showAnchor(id: string, room: number = innerHeight): void {
  const found = document.getElementById(id)
  if (!found) return
  const tall = found.offsetHeight > room * 0.7
  found.scrollIntoView({ block: tall || found.tagName === 'H2' ? 'start' : 'center' })
  found.focus({ preventScroll: true })
}
