// The app without a network: everything that a build has, kept under the name of that build. Never touches a table's own traffic.
// `scripts/keep.mjs` fills in the name and the lists when the app is built.
const CACHE = 'hatbox-BUILD'
const SHELL = []
const REST = []
const SHARED = 'hatbox-shared'
const PATIENCE = 3_000 // milliseconds for the network, then the kept page is shown
const AT_ONCE = 4 // files
const HOME = new URL('./', location.href).href

/** Files with a hash in their name never change: what an older build has kept is taken over. */
async function keep(cache, file) {
  const address = new URL(file, HOME).href
  if (await cache.match(address)) return
  const lasting = file.startsWith('assets/')
  const answer = (lasting && (await caches.match(address))) || (await fetch(address, { cache: lasting ? 'default' : 'no-cache' }))
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  await cache.put(address, answer)
}

async function keepAll(files) {
  const cache = await caches.open(CACHE)
  for (let k = 0; k < files.length; k += AT_ONCE) await Promise.all(files.slice(k, k + AT_ONCE).map((file) => keep(cache, file)))
}

/** A new build waits until no page of the older one is open, which may still need a file of its own. */
async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE && name !== SHARED) await caches.delete(name)
  await self.clients.claim()
}

/** Where the browser can, it takes kept files without asking this worker. */
self.addEventListener('install', (event) => {
  event.waitUntil(keepAll(SHELL))
  if (event.addRoutes && self.URLPattern) event.waitUntil(event.addRoutes({ condition: { urlPattern: new URLPattern(`${HOME}assets/*`) }, source: 'cache' }))
})
self.addEventListener('activate', (event) => event.waitUntil(activate()))

/** A page that is at rest asks for the rest: games, rules and languages that nobody has opened yet. */
self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepAll(REST).then(() => event.source.postMessage('kept'), () => undefined))
})

/** What is kept needs no network; an older build's page may ask for files that only the network has. */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** The newest page there is; without a network, or with a slow one, the kept one with all its files. */
async function page(request) {
  const kept = await caches.match(HOME)
  const late = new Promise((resolve) => kept && setTimeout(resolve, PATIENCE, kept))
  const fresh = fetch(request).then((answer) => (answer.ok || !kept ? answer : kept), (error) => kept ?? Promise.reject(error))
  return Promise.race([fresh, late])
}

/** A record that was shared with the app waits until its page asks for it. */
async function share(request) {
  const record = (await request.formData()).get('record')
  await (await caches.open(SHARED)).put(SHARED, new Response(record))
  return Response.redirect(`${HOME}?opened`, 303)
}

self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  if (method === 'POST' && url === `${HOME}open`) return event.respondWith(share(event.request))
  if (method !== 'GET' || !url.startsWith(HOME) || url.startsWith(`${HOME}api/`)) return
  if (mode === 'navigate') event.respondWith(page(event.request))
  else event.respondWith(file(event.request))
})

/** It is somebody's turn: a newer message about the same table takes the older one's place. */
async function tell(data) {
  const { title = 'Hatbox', body = '', path = '/', tag = '', lang = '' } = data ? data.json() : {}
  await self.registration.showNotification(title, { body, tag, lang, icon: 'icon-192.png', badge: 'icon-192.png', data: { path } })
}

/** Go to the table, in a page that shows it already, else in any page of ours, else in a new one. */
async function openTable(path) {
  const address = new URL(path.replace(/^\//, ''), HOME).href
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((one) => one.url === address) ?? pages[0]
  if (!there) return self.clients.openWindow(address)
  await there.focus().catch(() => undefined)
  return there.url === address ? there : there.navigate(address).catch(() => self.clients.openWindow(address))
}

self.addEventListener('push', (event) => event.waitUntil(tell(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openTable(event.notification.data?.path ?? '/'))
})
