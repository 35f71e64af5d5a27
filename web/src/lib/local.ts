// What the page says of tables that it holds itself.
import { isLocal } from '../local/code'
import { t } from './language.svelte'

export { isLocal }

/** A table's code for people; nobody can come to a table on this device with one. */
export const codeText = (code: string): string => (isLocal(code) ? t('on_this_device') : code)
