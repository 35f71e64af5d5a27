// Acts as if another page of this browser had changed the language, and waits until this page speaks it.
async (language) => {
  const STORE = 'hatbox.settings'
  const turn = () => new Promise((done) => setTimeout(done))
  const keep = () => localStorage.setItem(STORE, JSON.stringify({ ...JSON.parse(localStorage.getItem(STORE) ?? '{}'), language }))
  keep()
  dispatchEvent(new StorageEvent('storage', { key: STORE }))
  while (document.documentElement.lang !== language || document.querySelector('.quiet')) await turn()
  await turn()
  keep() // a page that noted something meanwhile has kept the old one
}
