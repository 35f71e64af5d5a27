// Codes of tables in the page; no server issues codes like these.

export const LOCAL = 'LOCAL-'

export const isLocal = (code: string): boolean => code.toUpperCase().startsWith(LOCAL)
