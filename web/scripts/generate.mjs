// Everything that is made from other sources: words, rules pages, drawings. Runs before build, check and tests.
import { makeArt } from './art.mjs'
import { makeRules } from './rules.mjs'
import { makeWords } from './words.mjs'

makeWords()
makeRules()
makeArt()
