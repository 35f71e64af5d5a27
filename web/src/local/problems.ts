// Why a request can be refused: the same codes and statuses as on a server, see src/hatbox/table/wire/problems.py.

export class Refused extends Error {
  constructor(
    sentence: string,
    readonly code = 'bad_request',
    readonly status = 400,
  ) {
    super(sentence)
  }
}

export const forbidden = (sentence: string, code: string): Refused => new Refused(sentence, code, 403)
export const notFound = (sentence: string, code: string): Refused => new Refused(sentence, code, 404)
export const conflict = (sentence: string, code: string): Refused => new Refused(sentence, code, 409)

/** What the rules do not allow. */
export class Illegal extends Error {
  constructor(
    sentence: string,
    readonly rule: string,
    readonly reason: string,
    readonly given: Record<string, number | string>,
  ) {
    super(sentence)
  }
}
