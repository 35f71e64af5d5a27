// Keeps the screen awake while somebody plays, and tells with a dot on the app's icon that it is their turn.

/** Awake until what this gives is called; browsers let go of it whenever the page is hidden. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  let over = false
  const ask = async () => {
    if (over || document.visibilityState !== 'visible') return
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

export function showTurn(mine: boolean): void {
  if (!('setAppBadge' in navigator)) return // TypeScript thinks that every browser has it
  const shown = mine ? navigator.setAppBadge() : navigator.clearAppBadge()
  shown.catch(() => undefined)
}
