// Addresses: / · /settings · /about · /{slug} · /{slug}/rules · /t/{code} · /t/{code}/tv
import { SLUGS } from '../games/registry'

export type Route =
  | { page: 'home' }
  | { page: 'settings' }
  | { page: 'about' }
  | { page: 'game'; slug: string }
  | { page: 'rules'; slug: string }
  | { page: 'table'; code: string; tv: boolean }
  | { page: 'nowhere' }

export function parse(path: string): Route {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent)
  const [first, second, third] = parts
  if (!first) return { page: 'home' }
  if (first === 't' && second && (!third || third === 'tv')) return { page: 'table', code: second.toUpperCase(), tv: third === 'tv' }
  if (parts.length === 1 && (first === 'settings' || first === 'about')) return { page: first }
  if (!SLUGS.includes(first)) return { page: 'nowhere' }
  if (parts.length === 1) return { page: 'game', slug: first }
  return second === 'rules' && parts.length === 2 ? { page: 'rules', slug: first } : { page: 'nowhere' }
}

class Router {
  route = $state<Route>({ page: 'home' })
  hash = $state('')

  start(): void {
    this.read()
    addEventListener('popstate', () => this.read())
    document.addEventListener('click', (click) => this.follow(click))
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.read()
    scrollTo(0, 0)
  }

  private read(): void {
    this.route = parse(location.pathname)
    this.hash = location.hash.slice(1)
  }

  /** Links stay real links; a plain click just does not load the page again. */
  private follow(click: MouseEvent): void {
    if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.defaultPrevented) return
    const link = (click.target as Element | null)?.closest('a')
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return
    if (link.pathname === location.pathname && link.hash) {
      this.hash = link.hash.slice(1)
      return
    }
    click.preventDefault()
    this.go(link.pathname + link.hash)
  }
}

export const router = new Router()
