// Keeps the screen on while people play, and shows the number of waiting games on the app's icon.

/** Keeps the screen on until the returned function is called; browsers release it whenever the page is hidden. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  let over = false
  const ask = async () => {
    if (over || document.visibilityState !== 'visible' || lock?.released === false) return
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (over) await lock?.release()
  }
  void ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    over = true
    document.removeEventListener('visibilitychange', ask)
    void lock?.release()
  }
}

let asked = 0

/** Counts the unfinished games on this device; the open one counts only while it is our turn. */
export async function showWaiting(open = '', isOurTurn = false): Promise<void> {
  if (!('setAppBadge' in navigator)) return // TypeScript assumes that every browser has it
  const now = ++asked
  await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))
  const { keptGames } = await import('../local/kept')
  const others = (await keptGames().catch(() => [])).filter((game) => game.status === 'playing' && game.code !== open)
  const count = others.length + Number(isOurTurn)
  if (now === asked) await (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
}
