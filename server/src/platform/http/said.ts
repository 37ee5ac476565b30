/** A handler returns this where the `msg` of its success is not always the same. */
export class Said<T> {
  readonly msg: string | undefined
  readonly obj: T

  /** Without a `msg` the endpoint's own stands. */
  constructor(msg: string | undefined, obj: T) {
    this.msg = msg
    this.obj = obj
  }
}
