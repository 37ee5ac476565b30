/** Returned by a handler whose success `msg` varies. */
export class WithMessage<T> {
  readonly msg: string | undefined
  readonly obj: T

  /** Without a `msg` the endpoint's default is used. */
  constructor(msg: string | undefined, obj: T) {
    this.msg = msg
    this.obj = obj
  }
}
