// Addresses within the app, in links and for people to share.
import { ALONE } from './place'

/** A link to a page of ours; without a server it is behind a #, because a static web host knows only the folder. */
export const to = (path: string): string => (ALONE ? `#${path}` : path)

/** The same as a full address. */
export const wholeAddress = (path: string): string => new URL(to(path), location.href).href

/** The current location: path, query and anchor. */
export function whereAmI(): { path: string; search: string; hash: string } {
  if (!ALONE) return { path: location.pathname, search: location.search, hash: location.hash.slice(1) }
  const [address = '', hash = ''] = location.hash.slice(1).split('#')
  const [path = '', search = ''] = address.split('?')
  return { path, search, hash: decodeURIComponent(hash) }
}

/** Whether other devices would look for this host on themselves. */
export const isOnlyHere = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host)
