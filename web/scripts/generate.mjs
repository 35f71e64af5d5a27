// Everything that is made from other sources: words, rules pages, figures of the lab, drawings. Runs before build, check and tests.
import { makeArt } from './art.mjs'
import { makeMeasured } from './measured.mjs'
import { makeRules } from './rules.mjs'
import { makeWords } from './words.mjs'

makeWords()
makeRules()
makeMeasured()
makeArt()
