// Rule texts name options as the program does (`stuck` = `redraw`); people read the option's own sentence instead.

const NAMED = /`([^`]+)`(?: = (?:`([^`]+)`|(true|false)))?/g
/** Where the word list calls an option by a shorter name, as in src/lib/options.ts. */
const CALLED = { gold_capture: 'golden', home_surplus: 'home', jump_condition: 'jump', reveal_at_round_end: 'reveal', restriction_counts: 'restriction', end_rule: 'end', tie_break: 'tie' }
/** Options of several games whose words the shell has. */
const SHARED = { starter: 'option_starter', first_player: 'option_starter', start: 'option_starter', random: 'option_starter_random', max_turns: 'option_turn_limit', capped: 'ended_by_limit' }
const SWITCH = { true: ['', '_on', '_yes'], false: ['_off', '_no'] }
const QUOTES = { en: '“”', de: '„“', fr: '«»', nl: '“”', es: '«»', it: '«»', pt: '«»', sv: '””', da: '»«', ru: '«»' }

/** The text without names of the program; single letters stand for numbers and stay. A name that nobody has put into words is an error. */
export function spelled(text, words, shell, language) {
  return text.replace(NAMED, (whole, name, value, flag) => {
    if (name.length === 1) return whole
    const sentence = sentenceOf(words, shell, name, value ?? flag)
    if (!sentence) throw new Error(`no words for ${whole} in ${language}`)
    return quoted(sentence, language)
  })
}

function sentenceOf(words, shell, name, value) {
  const called = `option_${CALLED[name] ?? name}`
  if (value && value.length > 1) return (SWITCH[value] ?? [`_${value}`]).map((ending) => words[called + ending]).find(Boolean)
  const message = words[called] ?? shell[SHARED[name]] ?? ofValue(words, name)
  return message && filled(message, value ?? '…')
}

/** A value alone means its option, if only one has such a value. */
function ofValue(words, value) {
  const found = Object.keys(words).filter((key) => key.startsWith('option_') && key.endsWith(`_${value}`))
  return found.length === 1 ? words[found[0]] : undefined
}

/** A number that is not known: “after … turns”; Russian says it as for many. */
function filled(message, number) {
  const formOf = (forms, name) => new RegExp(`${name} \\{([^{}]*)\\}`).exec(forms)?.[1]
  const forms = message.replace(/\{\w+, plural, ((?:\w+ \{[^{}]*\}\s*)+)\}/g, (_, all) => (formOf(all, 'many') ?? formOf(all, 'other') ?? '').replaceAll('#', number))
  return forms.replace(/\{\w+\}/g, number)
}

function quoted(sentence, language) {
  const [open, close] = QUOTES[language]
  const space = language === 'fr' ? '\u00a0' : ''
  return `${open}${space}${sentence.replace(/\.$/, '')}${space}${close}`
}
