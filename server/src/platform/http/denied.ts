/** A refusal by status alone, with an empty body: it tells a stranger nothing. */
export class Denied extends Error {
  readonly status: 401 | 403 | 404
  constructor(status: 401 | 403 | 404) {
    super(`denied with ${status}`)
    this.status = status
  }
}
