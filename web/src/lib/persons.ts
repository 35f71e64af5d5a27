// How people and their devices are described.
import type { DeviceInfo, Person } from './protocol'
import { SOMEBODY } from '../schema/table'
import { t, words } from './language.svelte'

/** A name as people read it: a forgotten person is “someone” in every language. */
export const shownName = (name: string): string => (name === SOMEBODY ? t('somebody') : name)

/** A person by their profile, otherwise by the latest names, or that there are none yet. */
export function listOf(person: Person): string {
  return person.profile?.name || person.names.map(shownName).join(', ') || t('person_nameless')
}

/** A device by its browser and the day of its last use. */
export function deviceText(device: DeviceInfo): string {
  const day = new Intl.DateTimeFormat(words.language, { dateStyle: 'medium' }).format(device.used)
  return `${device.browser || t('device_unknown')} · ${device.here ? t('device_this') : t('device_used', { date: day })}`
}
