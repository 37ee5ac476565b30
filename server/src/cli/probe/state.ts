import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { hashOf } from '#domain/content-version.ts'
import { readJoinString } from '#domain/fleet/join-string.ts'
import { Refusal } from '#domain/refusal.ts'
import { readJson } from '../../platform/files.ts'

const Stored = z.object({
  url: z.string(),
  pin: z.string(),
  /** Which join string it came with: the same one again changes nothing. */
  join: z.string(),
  /** The Ed25519 key as a JWK. */
  key: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() }),
  /** Of the last call that was answered, and what the answer gave. */
  sequence: z.int(),
  next: z.string(),
  /** A call whose answer has not come. */
  pending: z.object({ call: z.enum(['work', 'results']), said: z.string() }).optional(),
})
export type ProbeState = z.output<typeof Stored>

/** The probe's own file: whoever has it is this probe. */
export function openState(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'probe.json')
  return {
    read: (): ProbeState | undefined => readJson(file, Stored),
    /** Whole or not at all: a number that was used must not be used again. */
    write(state: ProbeState): void {
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600, flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}

export type StateFile = ReturnType<typeof openState>

/** A new key for a join string; the stored one if it came with the same string. */
export function stateFor(stored: ProbeState | undefined, given: string | undefined) {
  if (given === undefined) {
    if (!stored) throw new Refusal('cli.probe-not-joined')
    return { state: stored, token: undefined }
  }
  const join = hashOf(given.trim())
  if (stored?.join === join && stored.next !== '') return { state: stored, token: undefined }
  const { url, pin, token } = readJoinString(given, 'probe')
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as ProbeState['key']
  return { state: { url, pin, join, key, sequence: 0, next: '' } satisfies ProbeState, token }
}
