// Rule texts name options as the program does (`stuck` = `redraw`); people see the option's own sentence instead.

const NAMED = /`([^`]+)`(?: = (?:`([^`]+)`|(true|false)))?/g
const QUOTES = { en: '“”', de: '„“', fr: '«»', nl: '“”', es: '«»', it: '«»', pt: '«»', sv: '””', da: '»«', ru: '«»' }

/** The text without program names; single letters stand for numbers and stay. A name without words is an error. */
export function spelled(text, words, shell, language) {
  return text.replace(NAMED, (whole, name, value, flag) => {
    if (name.length === 1) return whole
    const sentence = sentenceOf(words, shell, name, value ?? flag)
    if (!sentence) throw new Error(`no words for ${whole} in ${language}`)
    return quoted(sentence, language)
  })
}

function sentenceOf(words, shell, name, value) {
  const key = `option_${name}`
  if (value && value.length > 1) return words[`${key}_${value}`] ?? (value === 'true' ? words[key] : undefined)
  const message = words[key] ?? shell[key] ?? ofValue(words, name) ?? ofValue(shell, name) ?? shell[name]
  return message && filled(message, value ?? '…')
}

/** A value alone means its option, if only one option has such a value. */
function ofValue(words, value) {
  const found = Object.keys(words).filter((key) => key.startsWith('option_') && key.endsWith(`_${value}`))
  return found.length === 1 ? words[found[0]] : undefined
}

/** An unknown number: “after … turns”; Russian uses the form for many. */
function filled(message, number) {
  const formOf = (forms, name) => new RegExp(`${name} \\{([^{}]*)\\}`).exec(forms)?.[1]
  const forms = message.replace(/\{\w+, plural, ((?:\w+ \{[^{}]*\}\s*)+)\}/g, (_, all) =>
    (formOf(all, 'many') ?? formOf(all, 'other') ?? '').replaceAll('#', number),
  )
  return forms.replace(/\{\w+\}/g, number)
}

function quoted(sentence, language) {
  const [open, close] = QUOTES[language]
  const space = language === 'fr' ? '\u00a0' : ''
  return `${open}${space}${sentence.replace(/\.$/, '')}${space}${close}`
}
