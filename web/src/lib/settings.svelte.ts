// What a person chose on this device. Stored in the browser, never sent.
import { MILLISECONDS, restAt, type Speed } from './animate'
import { words } from './language.svelte'
import type { ProfileFigure } from './protocol'
import { during } from './ready'
import { chooseLanguage, type Language } from './words'

export type Theme = 'auto' | 'light' | 'dark'
/** Colours of boards and pages: see styles/themes.css. */
export type World = 'box' | 'calm' | 'paper'
export type Contrast = 'normal' | 'high'
export type { Speed }
export type TextSize = 'normal' | 'large' | 'largest'

interface Kept {
  language: Language | ''
  theme: Theme
  world: World
  contrast: Contrast
  speed: Speed
  size: TextSize
  calm: boolean
  /** Sounds, the voice and vibration. */
  sound: boolean
  /** 0 to 100. */
  volume: number
  /** Sentences are read aloud: see lib/voice.svelte.ts. */
  voice: boolean
  /** The voice was offered once. */
  voiceOffered: boolean
  /** Guided first games that were finished, left or declined: they are no longer offered. */
  lessons: Readonly<Record<string, 'done' | 'declined'>>
  /** Puzzles that were solved, by game. */
  solved: Readonly<Record<string, readonly number[]>>
  /** The last day whose puzzle was solved, and how many days in a row: see lib/daily.ts. */
  streak: Readonly<{ day: number; length: number }>
  textMode: boolean
  /** For children who cannot read yet: see lib/child.ts. */
  child: boolean
  confirm: boolean
  targets: boolean
  learn: boolean
  /** After a six the die is rolled at once. */
  rollAgain: boolean
  /** I roll my die myself. */
  rollMyself: boolean
  name: string
  /** The seat I prefer, if the game has that many: its figure and its colour. */
  seat: number
  /** Of my profile; empty: none. */
  figure: ProfileFigure | ''
}

/** Settings that belong to single games. */
export type Habit = 'rollAgain' | 'rollMyself'

const STORE = 'hatbox.settings'
const FIRST: Kept = {
  language: '',
  theme: 'auto',
  world: 'box',
  contrast: 'normal',
  speed: 'normal',
  size: 'normal',
  calm: false,
  sound: true,
  volume: 100,
  voice: false,
  voiceOffered: false,
  lessons: {},
  solved: {},
  streak: { day: -1, length: 0 },
  textMode: false,
  child: false,
  confirm: false,
  targets: true,
  learn: true,
  rollAgain: false,
  rollMyself: true,
  name: '',
  seat: 0,
  figure: '',
}

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Kept>
    return { ...FIRST, voice: kept.child ?? false, ...kept } // child mode has always had a voice
  } catch {
    return { ...FIRST }
  }
}

export const settings = $state<Kept>(typeof localStorage === 'undefined' ? { ...FIRST } : read())

/** Change one setting, store it, and update the page. */
export function set<K extends keyof Kept>(key: K, value: Kept[K]): void {
  settings[key] = value
  try {
    localStorage.setItem(STORE, JSON.stringify(settings))
  } catch {
    // a private window without storage: the choice lasts as long as the page
  }
  apply()
}

/** A guided first game is over, or declined: what was finished stays finished. */
export function noteLesson(slug: string, how: 'done' | 'declined'): void {
  if (settings.lessons[slug] !== 'done') set('lessons', { ...settings.lessons, [slug]: how })
}

export async function setLanguage(language: Language): Promise<void> {
  await words.speak(language)
  set('language', language)
}

/** Another page of this browser has changed a setting: this one follows. */
export function followOtherPages(): void {
  addEventListener('storage', ({ key }) => key === STORE && void during(follow()))
}

async function follow(): Promise<void> {
  const kept = read()
  if (kept.language && kept.language !== words.language) await words.speak(kept.language)
  Object.assign(settings, kept)
  apply()
}

/** The initial language. */
export function firstLanguage(): Language {
  return settings.language || chooseLanguage(navigator.languages)
}

export function isDark(): boolean {
  if (settings.theme !== 'auto') return settings.theme === 'dark'
  return matchMedia('(prefers-color-scheme: dark)').matches
}

/** Chosen here, or for the whole device. */
function hasHighContrast(): boolean {
  return settings.contrast === 'high' || matchMedia('(prefers-contrast: more)').matches
}

export function isCalm(): boolean {
  return settings.calm || settings.speed === 'instant' || matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Apply the settings to the page: style sheets use these attributes and durations. */
export function apply(): void {
  const { dataset, style } = document.documentElement
  dataset.theme = isDark() ? 'dark' : 'light'
  dataset.world = settings.world
  dataset.contrast = hasHighContrast() ? 'high' : 'normal'
  dataset.size = settings.size
  dataset.child = settings.child ? 'yes' : 'no'
  dataset.calm = isCalm() ? 'yes' : 'no'
  for (const rest of ['step', 'flip', 'fly', 'pause'] as const)
    style.setProperty(`--d-${rest}`, `${isCalm() ? 0 : restAt(MILLISECONDS[rest], settings.speed)}ms`)
}
