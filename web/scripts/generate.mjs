// Everything generated from other sources: words, rules pages, lab figures, drawings. Runs before build, check and
// tests.
import { makeArt } from './art.mjs'
import { makeMeasured } from './measured.mjs'
import { makeRules } from './rules.mjs'
import { makeWords } from './words.mjs'

makeWords()
makeRules()
makeMeasured()
makeArt()
