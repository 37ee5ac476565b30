import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { nestsTooDeep } from '#contract/nesting.ts'
import { JoinSaid, type ProbeCall, ResultsSaid, WorkSaid } from '#contract/probes-api.ts'
import { afterTurn, type CallMemory, judgeTurn } from '#domain/probes/turn.ts'
import { Refusal } from '#domain/refusal.ts'
import { fingerprint } from '../auth/random.ts'
import { remoteKeysFor } from '../entries/remote-keys.ts'
import type { EntriesRoom } from '../entries/room.ts'
import { createRateLimit } from '../platform/rate-limit.ts'
import type { Base } from '../settings/base-services.ts'
import type { Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import { signedText } from './signed.ts'

export type ProbeRow = Selectable<Schema['probes']>

interface Deps extends Pick<Base, 'db' | 'commit' | 'settings' | 'now'> {
  entries: Pick<EntriesRoom, 'raise'>
}
const said = { join: JoinSaid, work: WorkSaid, results: ResultsSaid }
type Calls = typeof said
type Said<C extends keyof Calls> = z.output<Calls[C]>

export const invitationMs = 86_400_000
const mostOfAddress = 120
const mostOfProbe = 60
/** Of these: the links of all entries are made for each. */
const mostRounds = 12
const randomNext = (): string => randomBytes(24).toString('base64url')

/** The signature is checked first: nothing else is read for an unknown caller. */
export function isSigned(call: keyof Calls, { key, signature, said: text }: ProbeCall): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verify(null, signedText(call, text), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false // no point of the curve
  }
}

function readSaid<C extends keyof Calls>(call: C, text: string): Said<C> {
  const value: unknown = nestsTooDeep(text) ? undefined : parsed(text)
  const read = (said[call] as unknown as z.ZodType<Said<C>>).safeParse(value)
  if (!read.success) throw new Refusal('probe.not-understood')
  return read.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const memoryOf = ({ sequence, next, former_next: former, recent }: ProbeRow): CallMemory => ({
  ...{ sequence, next, former },
  recent: recent.split(' '),
})
const columnsOf = ({ sequence, next, former, recent }: CallMemory) => ({
  ...{ sequence, next, former_next: former },
  recent: recent.join(' ').trim(),
})

const panelActor = { kind: 'job', name: 'probes', address: '' } as const

export const eyeOf = (id: number): string => `probe:${id}`

/** The calls of probes: who calls, and whether it is the only one with its key. */
export function createProbeCalls({ db, commit, settings, now, entries }: Deps) {
  const fromAddress = createRateLimit<string>(now, mostOfAddress)
  const fromProbe = createRateLimit<number>(now, mostOfProbe)
  const rounds = createRateLimit<number>(now, mostRounds)
  const freshSettings = async () => void (await settings.fresh())

  function checkAddress(address: string): void {
    if (!fromAddress(address)) throw new Refusal('probe.too-often')
  }

  /** A turn of a known probe. `change`: what else is stored with it. Returns the row as it was, and what it gets now. */
  async function take<C extends 'work' | 'results'>(
    call: C,
    body: ProbeCall,
    address: string,
    change: (row: ProbeRow, said: Said<C>) => Partial<ProbeRow>,
  ): Promise<{ row: ProbeRow; said: Said<C>; next: string }> {
    checkAddress(address)
    const known = await db.read
      .selectFrom('probes')
      .select('id')
      .where('public_key', '=', body.key)
      .executeTakeFirst()
    if (!known || !isSigned(call, body)) throw new Refusal('probe.unknown')
    if (!fromProbe(known.id) || (call === 'work' && !rounds(known.id))) throw new Refusal('probe.too-often')
    const turn: Said<C> = readSaid(call, body.said)
    const hash = createHash('sha256').update(signedText(call, body.said)).digest('base64url').slice(0, 22)
    const next = randomNext()
    const result = await commit<ProbeRow | 'unknown' | 'held' | 'repeated'>(panelActor, async (tx) => {
      const row = await tx.selectFrom('probes').selectAll().where('id', '=', known.id).executeTakeFirst()
      if (!row) return { result: 'unknown' }
      if (row.held_at > 0) return { result: 'held' }
      const memory = memoryOf(row)
      const verdict = judgeTurn(memory, { ...turn, hash })
      if (verdict === 'repeated') return { result: verdict }
      if (verdict === 'two-callers') return hold(tx, row)
      const set = {
        ...change(row, turn),
        ...columnsOf(afterTurn(memory, { ...turn, hash }, next)),
        seen_at: now(),
      }
      await tx.updateTable('probes').set(set).where('id', '=', row.id).execute()
      return { result: row }
    })
    if (typeof result === 'string') throw new Refusal(`probe.${result}`)
    return { row: result, said: turn, next }
  }

  /** Whoever has the key now gets nothing more, and what it got ends. */
  async function hold(tx: Tx, { id, name }: ProbeRow) {
    await entries.raise(tx, eyeOf(id))
    await tx.updateTable('probes').set({ held_at: now() }).where('id', '=', id).execute()
    return {
      result: 'held' as const,
      action: { action: 'probe.hold' as const, objectKind: 'probe', object: name },
      change: [...(await remoteKeysFor(tx, { ends: true })), { kind: 'entry-health-changed' } as const],
      committed: freshSettings,
    }
  }

  /** Once. A probe that got no answer may ask again until its first call. */
  async function join(body: ProbeCall, address: string): Promise<{ next: string }> {
    checkAddress(address)
    if (!isSigned('join', body)) throw new Refusal('probe.unknown')
    const { token, version } = readSaid('join', body.said)
    const next = randomNext()
    const name = await commit({ kind: 'anonymous', name: '', address }, async (tx) => {
      const rows = await tx
        .selectFrom('probes')
        .selectAll()
        .where((e) => e.or([e('token', '=', fingerprint(token)), e('public_key', '=', body.key)]))
        .execute()
      const [row] = rows
      if (!row || rows.length > 1 || !isOpen(row, body.key, fingerprint(token))) return { result: undefined }
      const set = { public_key: body.key, next, version, joined_at: now(), seen_at: now() }
      await tx.updateTable('probes').set(set).where('id', '=', row.id).execute()
      return {
        result: row.name,
        action: { action: 'probe.join' as const, objectKind: 'probe', object: row.name },
        change: await remoteKeysFor(tx, { ends: false }),
        committed: freshSettings,
      }
    })
    if (name === undefined) throw new Refusal('probe.invitation-ended')
    return { next }
  }

  const isOpen = (row: ProbeRow, key: string, token: string): boolean =>
    row.token === token &&
    (row.public_key === ''
      ? now() - row.invited_at < invitationMs
      : row.public_key === key && row.sequence === 0 && row.held_at === 0)

  return { join, take }
}
