import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Alert } from '#contract/alerts.ts'
import { type DeviceClaim, readClaim } from '#domain/devices/claim.ts'
import { type Verdict, verdictOn, withoutId } from '#domain/devices/verdict.ts'
import type { Commit } from '../platform/changes/commit.ts'
import { deviceLimitSql } from '../platform/db/device-limit.ts'
import { andThen, type MaybeAsync } from '../platform/maybe-async.ts'
import type { Seen } from './seen.ts'
import { type DeviceStore, limitIn, type Sighting } from './store.ts'

/** A client with a device limit. */
export interface Limited {
  id: number
  email: string
  limit: number
}

export interface Fetch {
  headers: IncomingHttpHeaders
  /** Those behind the subscription's id: usually one. The device needs a place with each. */
  clients: readonly Limited[]
  /** Whether the settings demand an id. */
  isRequired: boolean
  /** A look (HEAD) takes no place. */
  takesPlace: boolean
}

interface Deps {
  store: DeviceStore
  seen: Seen
  commit: Commit
  secret: () => string
  tell: (...alerts: Alert[]) => void
  now: () => number
}

interface Judged {
  client: Limited
  verdict: Verdict
  /** The row of a known device. */
  device: number | undefined
}

/** The first refusal counts, then a place that is still to be taken. */
const worst = (judged: readonly Judged[]): Judged | undefined =>
  judged.find(({ verdict }) => verdict !== 'served' && verdict !== 'place free') ??
  judged.find(({ verdict }) => verdict === 'place free')

/** Decides whether a device may fetch, and gives it a place. */
export function createAdmission({ store, seen, commit, secret, tell, now }: Deps) {
  // The panel's secret keeps ids from being guessed: most are short, or a known form of build number.
  const hashOf = ({ id }: DeviceClaim): string =>
    createHmac('sha256', secret()).update(`device ${id}`).digest('base64url')

  /** A known device costs one read: only for a new one the others are counted. */
  const judge = (client: Limited, hash: string): MaybeAsync<Judged> =>
    andThen(store.known(client.id, hash), (known) =>
      andThen(known ? 0 : store.taken(client.id), (taken) => {
        const verdict = verdictOn({ limit: client.limit, known, taken })
        return { client, verdict, device: known?.id }
      }),
    )

  function judgeAll(clients: readonly Limited[], hash: string, done: Judged[] = []): MaybeAsync<Judged[]> {
    const next = clients[done.length]
    if (!next) return done
    return andThen(judge(next, hash), (one) => judgeAll(clients, hash, [...done, one]))
  }

  /**
   * Write transactions run one at a time, on PostgreSQL also those of other instances, so two devices never get the
   * same place. Everything is read again: all places are taken, or none.
   */
  const take = (clients: readonly Limited[], hash: string, sighting: Sighting): Promise<Judged | undefined> =>
    commit.upkeep(async (tx) => {
      const judged: Judged[] = []
      for (const client of clients) {
        const limit = (await limitIn(tx, client.id, deviceLimitSql)) ?? 0
        const { known, taken } = await store.standing(tx, client.id, hash)
        const verdict = verdictOn({ limit, known, taken })
        judged.push({ client: { ...client, limit }, verdict, device: known?.id })
      }
      const refused = worst(judged)
      if (refused && refused.verdict !== 'place free') return refused
      for (const { client, verdict } of judged)
        if (verdict === 'place free') await store.add(tx, client.id, hash, sighting)
      return undefined
    })

  function refuse({ client: { email, limit }, verdict }: Judged): Verdict {
    if (verdict === 'too many') tell({ kind: 'client.device-limit', params: { email, limit } })
    return verdict
  }

  return function admit({ headers, clients, isRequired, takesPlace }: Fetch): MaybeAsync<Verdict> {
    const claim = readClaim(headers)
    if (!claim) return withoutId(isRequired)
    const hash = hashOf(claim)
    const { id: _, ...facts } = claim
    const sighting = { at: now(), facts }
    return andThen(judgeAll(clients, hash), (judged): MaybeAsync<Verdict> => {
      const one = worst(judged)
      if (one && one.verdict !== 'place free') return refuse(one)
      for (const { device } of judged) if (device !== undefined && takesPlace) seen.note(device, sighting)
      if (!one || !takesPlace) return 'served'
      return take(clients, hash, sighting).then((refused) => (refused ? refuse(refused) : 'served'))
    })
  }
}

export type Admit = ReturnType<typeof createAdmission>
