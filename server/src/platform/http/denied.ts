/** A refusal by status alone, with an empty body that tells an unauthenticated caller nothing. */
export class Denied extends Error {
  readonly status: 401 | 403 | 404
  constructor(status: 401 | 403 | 404) {
    super(`denied with ${status}`)
    this.status = status
  }
}
