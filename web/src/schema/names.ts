// Made by `hatbox schema` from src/hatbox/table/identity/names.py. Do not edit.

export const NAMES = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn'] as const
export const LONGEST = 24
export const MOST_MARKS = 2
export const BAD = /(?!\u{200d})[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u
export const BLANK = /[\u{115f}\u{1160}\u{17b4}\u{17b5}\u{2800}\u{3164}\u{ffa0}\u{34f}]/u
export const UNSEEN = /[\u{200d}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{2800}\u{3164}\u{ffa0}\u{34f}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}\u{180b}-\u{180d}]/u
export const ALIKE = ['АВЕЅІЈКМНОРСТУХԜҮаеѕіјорсухԝһԁьΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρυχικτ015|$@', 'ABESIJKMHOPCTYXWYaesijopcyxwhdbABEZHIKMNOPTYXovpuxiktoisisa'] as const
export const SAME = ['lj', 'ii'] as const
