// Addresses within the app, as links have them and as people are given them.
import { ALONE } from './place'

/** A link to a page of ours; in a page by itself behind a #, since a static web host knows only the folder. */
export const to = (path: string): string => (ALONE ? `#${path}` : path)

/** The same as a whole address. */
export const wholeAddress = (path: string): string => new URL(to(path), location.href).href

/** Where we are: path, question and place on the page. */
export function whereAmI(): { path: string; search: string; hash: string } {
  if (!ALONE) return { path: location.pathname, search: location.search, hash: location.hash.slice(1) }
  const [address = '', hash = ''] = location.hash.slice(1).split('#')
  const [path = '', search = ''] = address.split('?')
  return { path, search, hash: decodeURIComponent(hash) }
}

/** Whether other devices would look for this host on themselves. */
export const isOnlyHere = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host)
