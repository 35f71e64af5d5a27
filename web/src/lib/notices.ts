// Push messages to this browser: whether it can, whether it may, and its part of the keys.
import type { PushWish } from './protocol'

/** Whether this browser can show messages; a page without https has no service worker. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The user has blocked messages from this page. */
export const isBlocked = (): boolean => canPush() && Notification.permission === 'denied'

/** Ask the user and then the browser; null: no. A subscription for another key is useless. */
export async function subscribePush(key: string, language: string): Promise<PushWish | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  if (!(await navigator.serviceWorker.getRegistration())) return null // a private window stores nothing, and would wait for ever
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  return wishOf(made.toJSON(), language)
}

/** What the table needs of a subscription. */
export function wishOf({ endpoint, keys }: PushSubscriptionJSON, language: string): PushWish | null {
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth, language } : null
}

/** Let the browser forget its address, whatever the table does. */
export async function unsubscribePush(): Promise<void> {
  const ready = await navigator.serviceWorker.getRegistration()
  await (await ready?.pushManager.getSubscription())?.unsubscribe()
}

/** What common webhook receivers expect. */
export const TEMPLATES = {
  ntfy: '{text}\n{link}',
  Gotify: '{"title": "{title}", "message": "{text} {link}"}',
  'Matrix, Mattermost, Slack': '{"text": "{text} {link}"}',
} as const
