// Caches the app on this device, so that it opens and plays without a network from the first visit on.

interface Saving extends Navigator {
  connection?: { saveData?: boolean }
}

/** The root element says when everything is cached: `data-kept`. */
export async function keepForLater(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    navigator.serviceWorker.addEventListener(
      'message',
      ({ data }) => data === 'kept' && (document.documentElement.dataset.kept = 'yes'),
    )
    await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`)
    const { active } = await navigator.serviceWorker.ready
    if (!(navigator as Saving).connection?.saveData) active?.postMessage('keep')
  } catch {
    // no https, or a private window: the app works as long as there is a network
  }
}
