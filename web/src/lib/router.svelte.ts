// Addresses: / · /settings · /about · /device · /notices · /people · /people/{id} · /{slug} · /{slug}/rules · /{slug}/lab · /{slug}/lesson · /{slug}/puzzles · /{slug}/puzzles/{number} or today · /t/{code} · /t/{code}/tv · …/replay · …/review · /n · /n/{code} · /n/{code}/tv
import { SLUGS } from '../games/registry'
import { to, whereAmI } from './address'
import { ALONE } from './place'

export type Route =
  | { page: 'home' }
  | { page: 'settings' }
  | { page: 'about' }
  | { page: 'game'; slug: string }
  | { page: 'rules'; slug: string }
  | { page: 'lab'; slug: string }
  | { page: 'lesson'; slug: string }
  | { page: 'puzzles'; slug: string }
  | { page: 'puzzle'; slug: string; which: string }
  | { page: 'table'; code: string; tv: boolean }
  | { page: 'replay'; code: string }
  | { page: 'review'; code: string }
  | { page: 'device' }
  | { page: 'notices' }
  | { page: 'people' }
  | { page: 'rival'; id: string }
  | { page: 'new-night' }
  | { page: 'night'; code: string; tv: boolean }
  | { page: 'nowhere' }

export function parse(path: string): Route {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent)
  const [first, second, third] = parts
  if (!first) return { page: 'home' }
  if (first === 't' && second && parts.length <= 3) return tablePage(second.toUpperCase(), third)
  if (first === 'n' && parts.length <= 3) return nightPage(second?.toUpperCase(), third)
  if (
    parts.length === 1 &&
    (first === 'settings' || first === 'about' || first === 'device' || first === 'notices' || first === 'people')
  )
    return { page: first }
  if (first === 'people' && second && parts.length === 2) return { page: 'rival', id: second }
  if (!SLUGS.includes(first)) return { page: 'nowhere' }
  if (parts.length === 1) return { page: 'game', slug: first }
  if (second === 'puzzles' && third && parts.length === 3) return { page: 'puzzle', slug: first, which: third }
  return (second === 'rules' || second === 'lab' || second === 'lesson' || second === 'puzzles') && parts.length === 2
    ? { page: second, slug: first }
    : { page: 'nowhere' }
}

function tablePage(code: string, part: string | undefined): Route {
  if (part === 'replay' || part === 'review') return { page: part, code }
  return !part || part === 'tv' ? { page: 'table', code, tv: part === 'tv' } : { page: 'nowhere' }
}

function nightPage(code: string | undefined, part: string | undefined): Route {
  if (!code) return { page: 'new-night' }
  return !part || part === 'tv' ? { page: 'night', code, tv: part === 'tv' } : { page: 'nowhere' }
}

class Router {
  route = $state<Route>({ page: 'home' })
  hash = $state('')
  /** The user came here from another page of ours. */
  moved = false
  /** The query, as it was when the page was opened. */
  asked = $state.raw(new URLSearchParams())

  start(): void {
    this.read()
    addEventListener('popstate', () => this.read())
    document.addEventListener('click', (click) => this.follow(click))
  }

  go(path: string): void {
    this.moved = true
    history.pushState(null, '', to(path))
    this.read()
    scrollTo(0, 0)
  }

  /** The same page under its canonical address. */
  replace(path: string): void {
    history.replaceState(null, '', to(path))
    this.read()
  }

  private read(): void {
    const { path, search, hash } = whereAmI()
    this.route = parse(path)
    this.hash = hash
    this.asked = new URLSearchParams(search)
  }

  /** Update the address to what is shown, without a new history entry. */
  note(asked: Record<string, string>): void {
    history.replaceState(null, '', to(`${whereAmI().path}?${new URLSearchParams(asked).toString()}`))
  }

  /** Links stay real links; a plain click just does not reload the page. */
  private follow(click: MouseEvent): void {
    if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.defaultPrevented) return
    const link = (click.target as Element | null)?.closest('a')
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return
    if (ALONE) return this.followHash(click, link.getAttribute('href') ?? '')
    if (link.pathname === location.pathname && link.hash) {
      this.hash = link.hash.slice(1)
      return
    }
    click.preventDefault()
    this.go(link.pathname + link.search + link.hash)
  }

  /** The page is after a #, the anchor on it after a second one. */
  private followHash(click: MouseEvent, href: string): void {
    if (!href.startsWith('#')) return
    click.preventDefault()
    if (href.startsWith('#/')) return this.go(href.slice(1))
    const { path, search } = whereAmI()
    history.replaceState(null, '', to(`${path}${search && `?${search}`}${href}`))
    this.hash = href.slice(1)
    document.getElementById(this.hash)?.scrollIntoView()
  }
}

export const router = new Router()
