import { randomBytes } from 'node:crypto'
import type { EntryEye } from '#contract/entries-api.ts'
import type { Probe, ProbeCall, ProbeNames, ProbeWork } from '#contract/probes-api.ts'
import { givenPeriod, validPeriods } from '#domain/entries/remote-keys.ts'
import { oldestCounted } from '#domain/entries/state.ts'
import { Refusal } from '#domain/refusal.ts'
import { fingerprint, randomToken } from '../auth/random.ts'
import { remoteKeysFor } from '../entries/remote-keys.ts'
import type { EntriesRoom } from '../entries/room.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import { createProbeCalls, eyeOf, invitationMs, type ProbeRow } from './calls.ts'

interface Deps extends Pick<Base, 'db' | 'commit' | 'settings' | 'now'> {
  entries: EntriesRoom
}

const mostProbes = 100
const namesOf = ({ name, country, provider }: ProbeNames): ProbeNames => ({ name, country, provider })
const actionOn = (verb: 'invite' | 'update' | 'del', object: string) => ({
  action: `probe.${verb}` as const,
  objectKind: 'probe',
  object,
})

/**
 * Other machines that check the entries of this panel. Owns the table `probes`. Offers invitations, what a probe has to
 * check with keys that end by themselves, and takes what it found.
 */
export function createProbes(deps: Deps) {
  const { db, commit, settings, now, entries } = deps
  const calls = createProbeCalls(deps)
  const freshSettings = async () => void (await settings.fresh())
  const everyMinutes = () => settings.current().entryCheckMinutes

  const rows = () =>
    db.read
      .selectFrom('probes')
      .selectAll()
      .where((e) => e.or([e('public_key', '<>', ''), e('invited_at', '>', now() - invitationMs)]))
      .orderBy('id')
      .execute()

  function stateOf({ public_key, held_at, seen_at, offline }: ProbeRow): Probe['state'] {
    if (public_key === '') return 'invited'
    if (held_at > 0) return 'held'
    if (seen_at < oldestCounted(everyMinutes() || 5, now())) return 'silent'
    return offline ? 'offline' : 'looking'
  }

  const viewOf = (row: ProbeRow): Probe => ({
    ...{ id: row.id, eye: eyeOf(row.id), name: row.name, country: row.country, provider: row.provider },
    ...{ invitedAt: row.invited_at, joinedAt: row.joined_at, seenAt: row.seen_at, version: row.version },
    state: stateOf(row),
  })

  entries.attach(async () =>
    (await rows()).flatMap((row): EntryEye[] => {
      const { state, name, country, provider, seenAt } = viewOf(row)
      return state === 'invited'
        ? []
        : [{ id: eyeOf(row.id), name, kind: 'probe', country, provider, seenAt, state }]
    }),
  )

  async function invite(names: ProbeNames, actor: Actor): Promise<{ id: number; token: string }> {
    const token = randomToken()
    const id = await commit(actor, async (tx) => {
      await tx
        .deleteFrom('probes')
        .where('public_key', '=', '')
        .where('invited_at', '<=', now() - invitationMs)
        .execute()
      const all = await tx.selectFrom('probes').select('name').execute()
      if (all.length >= mostProbes) throw new Refusal('probe.too-many', { max: mostProbes })
      if (all.some(({ name }) => name === names.name)) throw new Refusal('probe.name-taken', {}, 'name')
      const made = await tx
        .insertInto('probes')
        .values({ ...namesOf(names), token: fingerprint(token), invited_at: now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { result: made.id, action: actionOn('invite', names.name) }
    })
    return { id, token }
  }

  async function rename(id: number, names: ProbeNames, actor: Actor): Promise<void> {
    await commit(actor, async (tx) => {
      const all = await tx.selectFrom('probes').selectAll().execute()
      const before = all.find((row) => row.id === id)
      if (!before) throw new Refusal('probe.missing', { id }, 'id')
      if (all.some((row) => row.id !== id && row.name === names.name))
        throw new Refusal('probe.name-taken', {}, 'name')
      await tx.updateTable('probes').set(namesOf(names)).where('id', '=', id).execute()
      return {
        result: undefined,
        action: { ...actionOn('update', names.name), before: namesOf(before), after: namesOf(names) },
      }
    })
  }

  async function revoke(id: number, actor: Actor): Promise<void> {
    await commit(actor, async (tx) => {
      const gone = await tx
        .deleteFrom('probes')
        .where('id', '=', id)
        .returning(['name', 'public_key'])
        .executeTakeFirst()
      if (!gone) throw new Refusal('probe.missing', { id }, 'id')
      await entries.forget(tx, eyeOf(id))
      return {
        result: undefined,
        action: actionOn('del', gone.name),
        change: [
          ...(await remoteKeysFor(tx, { ends: gone.public_key !== '' })),
          { kind: 'entry-health-changed' },
        ],
        committed: freshSettings,
      }
    })
  }

  async function work(body: ProbeCall, address: string): Promise<ProbeWork> {
    const { remoteChecks } = await settings.fresh()
    const period = givenPeriod(remoteChecks, now())
    const round = everyMinutes() > 0 ? randomBytes(12).toString('base64url') : ''
    const { next } = await calls.take('work', body, address, (_, { version }) => ({
      ...{ version, round, period, given_at: now() },
    }))
    const { xrayOutboundTestUrl: page } = settings.current()
    const places = round === '' ? [] : await entries.given(period)
    return {
      ...{ next, round, page, everyMinutes: everyMinutes(), at: now() },
      entries: places.map(({ inboundId, entry, advertised }) => ({
        ...{ inboundId, entry },
        // Names are for people; a probe dials.
        advertised: { ...advertised, email: '', remark: entry },
      })),
    }
  }

  async function results(body: ProbeCall, address: string): Promise<{ next: string; taken: number }> {
    const { remoteChecks } = await settings.fresh()
    const isCurrent = (row: ProbeRow, round: string) =>
      row.round !== '' && row.round === round && validPeriods(remoteChecks, now()).includes(row.period)
    const { row, said, next } = await calls.take('results', body, address, (before, { round, offline }) =>
      isCurrent(before, round) ? { offline } : {},
    )
    if (!isCurrent(row, said.round)) return { next, taken: 0 }
    const judged = said.offline
      ? said.results.filter(([, , found]) => typeof found === 'number')
      : said.results
    return { next, taken: await entries.report({ eye: eyeOf(row.id), address }, judged, row.given_at) }
  }

  return {
    list: async () => (await rows()).map(viewOf),
    ...{ invite, rename, revoke },
    join: calls.join,
    ...{ work, results },
  }
}

export type ProbesRoom = ReturnType<typeof createProbes>
