// The offline shell: pages and drawings from the last visit. Never touches the table's own traffic.
const CACHE = 'hatbox-shell-1'

self.addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.add('/')).then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

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
