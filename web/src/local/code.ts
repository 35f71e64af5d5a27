// Codes of tables in the page; no server gives one like it.

export const LOCAL = 'LOCAL-'

export const isLocal = (code: string): boolean => code.toUpperCase().startsWith(LOCAL)
