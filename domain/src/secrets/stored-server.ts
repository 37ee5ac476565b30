import { Refusal } from '../refusal.ts'

interface Use<S> {
  /** The field with the secret, and what the caller typed into it. */
  secret: keyof S & string
  typed: string | undefined
  /** What decides who gets it. */
  way: readonly (keyof S)[]
}

/** A stored secret is only sent to the server that is stored with it: for another one the caller must know the secret. */
export function refuseOtherServer<S extends object>(
  stored: S,
  tried: S,
  { secret, typed, way }: Use<S>,
): void {
  if ((typed ?? '').trim() !== '' || stored[secret] === '') return
  if (way.some((key) => stored[key] !== tried[key])) throw new Refusal('secret.other-server', {}, secret)
}
