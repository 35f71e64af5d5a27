// How tables inside this page are described.
import { isLocal } from '../local/code'
import { t } from './language.svelte'

export { isLocal }

/** A table's code as shown to people; nobody can join a table on this device with one. */
export const codeText = (code: string): string => (isLocal(code) ? t('on_this_device') : code)
