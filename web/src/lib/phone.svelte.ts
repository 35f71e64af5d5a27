// Whether boards are drawn in portrait: on phones.
const phone = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 640px)')
let tall = $state(phone?.matches ?? false)
phone?.addEventListener('change', () => (tall = phone.matches))

export function isTall(): boolean {
  return tall
}
