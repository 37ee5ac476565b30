import { randomBytes, randomUUID } from 'node:crypto'
import type { Mint } from '#domain/clients/credentials.ts'

/** Randomness and the time, for decisions in `domain`. */
export const createMint = (now: number): Mint => ({
  uuid: () => randomUUID(),
  bytes: (n) => new Uint8Array(randomBytes(n)),
  now,
})
