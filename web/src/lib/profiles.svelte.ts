// People on this device: stored by the server as guests; without a server in this browser, where they share the stored games.
import { COLOURS, FIGURES } from '../schema/table'
import { api } from './api'
import { ALONE } from './place'
import type { Person, Profile, ProfileWish } from './protocol'
import { set, settings } from './settings.svelte'

const STORE = 'hatbox.people'
/** The number of people a server allows per device. */
const MOST = 8
export const LONGEST_NAME = 24

export class TooMany extends Error {}

/** The name of a new person: as the device remembers. */
export function proposed(): ProfileWish {
  return {
    name: settings.name,
    figure: FIGURES.find((one) => one === settings.figure) ?? FIGURES[0],
    colour: COLOURS[settings.seat] ?? COLOURS[0],
    child: settings.child,
    rated: false,
  }
}

/** Everyone, the current person first. */
export async function peopleHere(): Promise<readonly Person[]> {
  if (!ALONE) return api.people()
  const kept = read()
  return kept.sort((one, other) => Number(other.here) - Number(one.here))
}

/** Change the current person, or give a profile to a person without one. */
export async function saveProfile(wish: ProfileWish): Promise<void> {
  if (!ALONE) return follow(await api.saveProfile(wish))
  const [me, ...others] = await peopleHere()
  if (!me?.here) return addProfile(wish)
  write([{ ...me, names: [wish.name], profile: local(wish) }, ...others])
  follow(local(wish))
}

/** Add a person and switch to them. */
export async function addProfile(wish: ProfileWish): Promise<void> {
  if (ALONE) addHere(wish)
  else await api.addPerson(wish)
  follow(local(wish))
}

function addHere(wish: ProfileWish): void {
  const others = read().map((one) => ({ ...one, here: false }))
  if (others.length >= MOST) throw new TooMany()
  write([
    {
      id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
      names: [wish.name],
      games: [],
      here: true,
      profile: local(wish),
    },
    ...others,
  ])
}

/** Switch to another person of this device. */
export async function switchTo(person: Person): Promise<void> {
  if (ALONE) write(read().map((one) => ({ ...one, here: one.id === person.id })))
  else await api.switchTo(person.id)
  follow(person.profile ?? { ...local(proposed()), name: person.names[0] ?? '', child: false })
}

/** Forget the current person on this device; nobody is current until someone is chosen. */
export async function leave(): Promise<void> {
  if (ALONE) write(read().filter((one) => !one.here))
  else await api.leave()
  set('name', '')
  set('figure', '')
}

/** Apply this person to the device: name, figure, preferred colour, and child mode with its voice. */
export function follow({ name, figure, colour, child }: Profile): void {
  set('name', name)
  set('figure', figure)
  set('seat', COLOURS.indexOf(colour))
  if (settings.child === child) return
  set('child', child)
  set('voice', child)
}

/** Child mode belongs to the profile, if there is one. */
export async function noteChild(child: boolean): Promise<void> {
  const me = (await peopleHere()).find((one) => one.here)?.profile
  if (me) await saveProfile({ ...me, child, rated: me.rated && !child })
}

/** So does a name changed in the settings; a name that cannot be stored stays on this device. */
export async function noteName(name: string): Promise<void> {
  set('name', name)
  if (!name || !settings.figure) return
  const me = (await peopleHere()).find((one) => one.here)?.profile
  if (me && me.name !== name) await saveProfile({ ...me, name }).catch(() => undefined)
}

const local = (wish: ProfileWish): Profile => ({ ...wish, child: wish.child ?? false, rated: false })

function read(): Person[] {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as Person[]
  } catch {
    return []
  }
}

function write(people: readonly Person[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(people))
  } catch {
    // a private window without storage: the choice lasts as long as the page
  }
}
