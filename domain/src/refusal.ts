/**
 * A rule said no. The message is a sentence for a person that says what to do; `field` names the input at
 * fault where there is one. `http/envelope.ts` alone turns it into a reply.
 */
export class Refusal extends Error {
  readonly field: string | undefined
  constructor(message: string, field?: string) {
    super(message)
    this.name = 'Refusal'
    this.field = field
  }
}
