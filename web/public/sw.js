// The offline shell: pages and drawings from the last visit. Never touches the table's own traffic.
const CACHE = 'hatbox-shell-2'
const ALWAYS = ['/', '/icon.svg', '/manifest.webmanifest']

/** The page and everything it names: it opens without a network right after the first visit. */
async function install() {
  const cache = await caches.open(CACHE)
  await cache.addAll(ALWAYS)
  const html = await (await cache.match('/')).text()
  const first = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((found) => found[1])
  await cache.addAll(first)
  await Promise.all(first.filter((file) => file.endsWith('.js')).map((file) => addPages(cache, file)))
  await self.skipWaiting()
}

/** Pages are loaded when they are opened; their files begin with a capital letter. */
async function addPages(cache, file) {
  const code = await (await cache.match(file)).text()
  const pages = new Set([...code.matchAll(/[A-Z]\w+-[\w-]{8}\.(?:js|css)/g)].map((found) => `/assets/${found[0]}`))
  await Promise.all([...pages].map((page) => cache.add(page).catch(() => undefined)))
}

/** Older versions of the shell are thrown away. */
async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  await self.clients.claim()
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

async function keep(request, answer) {
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone())
  return answer
}

/** Files with a hash in their name never change. */
async function asset(request) {
  return (await caches.match(request)) ?? keep(request, await fetch(request))
}

async function page(request) {
  try {
    return await keep('/', await fetch(request))
  } catch (error) {
    const kept = await caches.match('/')
    if (kept) return kept
    throw error
  }
}

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url)
  if (event.request.method !== 'GET' || address.origin !== location.origin || address.pathname.startsWith('/api')) return
  if (address.pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
  else if (event.request.mode === 'navigate') event.respondWith(page(event.request))
})
