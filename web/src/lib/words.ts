// Messages of the word lists: the small part of ICU that they use, and Intl for numbers and lists.

import { LANGUAGES } from '../schema/table'

export { LANGUAGES }
export type Language = (typeof LANGUAGES)[number]
export type Arguments = Readonly<Record<string, string | number>>
export type Messages = Readonly<Record<string, string>>

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  nl: 'Nederlands',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  sv: 'Svenska',
  da: 'Dansk',
  ru: 'Русский',
}

const ARGUMENT = /\{(\w+)\}/g
const PLURAL = /\{(\w+), plural, ((?:\w+ \{[^{}]*\}\s*)+)\}/g
const FORM = /(\w+) \{([^{}]*)\}/g

/** The locale for Intl: our Portuguese is European. */
export function locale(language: Language): string {
  return language === 'pt' ? 'pt-PT' : language
}

/** Made once per language: making one takes longer than using it a hundred times. */
function once<Made>(make: (locale: string) => Made): (language: Language) => Made {
  const made = new Map<Language, Made>()
  return (language) => {
    const found = made.get(language) ?? make(locale(language))
    made.set(language, found)
    return found
  }
}
const pluralRules = once((where) => new Intl.PluralRules(where))
const numbers = once((where) => new Intl.NumberFormat(where))
const decimals = once((where) => new Intl.NumberFormat(where, { maximumFractionDigits: 1 }))
const lists = once((where) => new Intl.ListFormat(where, { type: 'conjunction' }))

/** A number with at most one decimal. */
export function decimal(number: number, language: Language): string {
  return decimals(language).format(number)
}

/** So many days, hours or minutes. */
export function duration(count: number, unit: 'day' | 'hour' | 'minute', language: Language): string {
  return new Intl.NumberFormat(locale(language), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** How long ago something was. */
export function ago(milliseconds: number, language: Language): string {
  const [unit, length] = UNITS.find(([, long]) => milliseconds >= long) ?? UNITS[2]
  return new Intl.RelativeTimeFormat(locale(language), { numeric: 'auto' }).format(
    -Math.floor(milliseconds / length),
    unit,
  )
}

/** On which day something was, as people say it: today, yesterday, 3 days ago. */
export function dayOf(at: number, now: number, language: Language): string {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0)
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000)
  return new Intl.RelativeTimeFormat(locale(language), { numeric: 'auto' }).format(-Math.max(0, days), 'day')
}

/** A calendar day, “20 July”; days that everyone shares are in UTC. */
export function dateOf(at: number, language: Language): string {
  return new Intl.DateTimeFormat(locale(language), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(at)
}
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text)
}

/** The first language of a person's list that we support. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? ''
    if (isLanguage(language)) return language
    if (language === 'nb' || language === 'nn' || language === 'no') return 'da'
  }
  return 'en'
}

/** A message with its arguments inserted. */
export function format(message: string, given: Arguments, language: Language): string {
  const withForms = message.replace(PLURAL, (_, name: string, forms: string) =>
    plural(forms, given[name] ?? 0, language),
  )
  return withForms.replace(ARGUMENT, (whole, name: string) => shown(given[name], language) ?? whole)
}

/** An unknown count is a string, such as “…”. */
function plural(forms: string, given: string | number, language: Language): string {
  const choices = new Map<string, string>()
  for (const found of forms.matchAll(FORM)) choices.set(found[1] ?? '', found[2] ?? '')
  const category = typeof given === 'number' ? pluralRules(language).select(given) : 'other'
  const form = choices.get(category) ?? choices.get('other') ?? ''
  return form.replaceAll('#', typeof given === 'number' ? number(given, language) : given)
}

function shown(value: string | number | undefined, language: Language): string | undefined {
  return typeof value === 'number' ? number(value, language) : value
}

export function number(value: number, language: Language): string {
  return numbers(language).format(value)
}

/** “Mia, Olga and Jonas”, as each language does it. */
export function list(parts: readonly string[], language: Language): string {
  return lists(language).format(parts)
}

/** For lower-case inserts at the start of a sentence. */
export function capital(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(locale(language)) + text.slice(1)
}
