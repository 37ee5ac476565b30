import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type DeviceClaim, readClaim } from '#domain/devices/claim.ts'
import { mostKeys, newSecret, ownDevices, readSecrets, withSecret } from '#domain/devices/keys.ts'
import { type Verdict, verdictOn, withoutId } from '#domain/devices/verdict.ts'
import type { DeviceKeys } from '../clients/device-keys.ts'
import type { Tell } from '../notices/outlets.ts'
import { andThen, type MaybeAsync } from '../platform/maybe-async.ts'
import type { Base } from '../settings/base-services.ts'
import { type ClientChange, clientsChanged } from '../store/changes/change.ts'
import { deviceLimitSql } from '../store/device-limit.ts'
import type { RefusedDevices } from './refused.ts'
import type { Seen } from './seen.ts'
import { type DeviceStore, limitIn, type Sighting } from './store.ts'

/** A client whose devices are counted: it has a device limit, or a key for each device. */
export interface Limited {
  id: number
  email: string
  /** 0: any number. */
  limit: number
  /** Whether each device has a key of its own, and the secrets that there are. */
  keys: boolean
  secrets: string
}

export interface Admission {
  verdict: Verdict
  /** The device, by the row id of the client with whom it has a key of its own. */
  devices: ReadonlyMap<number, number>
}

export interface Fetch {
  headers: IncomingHttpHeaders
  /** Those behind the subscription's id: usually one. The device needs a place with each. */
  clients: readonly Limited[]
  isRequired: boolean
  /** A look (HEAD) takes no place. */
  takesPlace: boolean
}

interface Deps extends Pick<Base, 'commit' | 'now' | 'settings'> {
  store: DeviceStore
  seen: Seen
  tell: Tell
  keys: DeviceKeys
  refused: RefusedDevices
}

interface Judged {
  client: Limited
  verdict: Verdict
  /** The row of a known device. */
  device: number | undefined
}

const nowhere: ReadonlyMap<number, number> = new Map()
const actor = { kind: 'job', name: 'devices', address: '' } as const

/** Whether a device that has a place is to get a key, too. */
function lacksKey({ keys, secrets }: Limited, device: number): boolean {
  if (!keys) return false
  const known = ownDevices(secrets)
  return !known.includes(device) && known.length < mostKeys
}

/** Of several clients of one person, those with whom the device has its own key. */
const keyedIn = (judged: readonly Judged[]): ReadonlyMap<number, number> => {
  const own = judged.flatMap(({ client: { id, keys, secrets }, device }): [number, number][] =>
    keys && device !== undefined && readSecrets(secrets).has(device) ? [[id, device]] : [],
  )
  return own.length > 0 ? new Map(own) : nowhere
}

/** The first refusal counts, then a place that is still to be taken. */
const worst = (judged: readonly Judged[]): Judged | undefined =>
  judged.find(({ verdict }) => verdict !== 'served' && verdict !== 'place free') ??
  judged.find(({ verdict }) => verdict === 'place free')

/** Decides whether a device may fetch, and gives it a place. */
export function createAdmission({ store, seen, commit, settings, tell, now, keys, refused }: Deps) {
  // The panel's secret keeps ids from being guessed: most are short, or a known form of build number.
  const hashOf = ({ id }: DeviceClaim): string =>
    createHmac('sha256', settings.current().secret).update(`device ${id}`).digest('base64url')

  /** A known device costs one read: only for a new one the others are counted. */
  const judge = (client: Limited, hash: string): MaybeAsync<Judged> =>
    andThen(store.known(client.id, hash), (known) =>
      andThen(known ? 0 : store.taken(client.id), (taken) => {
        const verdict = verdictOn({ limit: client.limit, keys: client.keys, known, taken })
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
   * same place. Everything is read again: all places are taken, or none. The core has a new key before the app has it.
   */
  const take = (clients: readonly Limited[], hash: string, sighting: Sighting) =>
    commit<{ refused?: Judged; devices?: ReadonlyMap<number, number> }>(actor, async (tx) => {
      const judged: Judged[] = []
      for (const { id, email } of clients) {
        const now = await limitIn(tx, id, deviceLimitSql)
        if (!now) continue // deleted since
        const { known, taken } = await store.knownAndTaken(tx, id, hash)
        judged.push({
          client: { id, email, ...now },
          verdict: verdictOn({ ...now, known, taken }),
          device: known?.id,
        })
      }
      const refused = worst(judged)
      if (refused && refused.verdict !== 'place free') return { result: { refused } }
      const changes: ClientChange[] = []
      const devices = new Map(keyedIn(judged))
      for (const { client, verdict, device: known } of judged) {
        const device = verdict === 'place free' ? await store.add(tx, client.id, hash, sighting) : known
        if (device === undefined || !lacksKey(client, device)) continue
        const change = await keys.change(tx, client.id, (c) =>
          withSecret(c.deviceSecrets, device, newSecret(keys.mint())),
        )
        if (change) changes.push(change)
        devices.set(client.id, device)
      }
      return { result: { devices }, ...clientsChanged(changes) }
    })

  function refuse({ client: { id, email, limit }, verdict }: Judged): Admission {
    if (verdict === 'too many') refused.note(id, { at: now(), limit })
    if (verdict === 'too many') tell({ kind: 'client.device-limit', params: { email, limit } })
    return { verdict, devices: nowhere }
  }

  return function admit({ headers, clients, isRequired, takesPlace }: Fetch): MaybeAsync<Admission> {
    const claim = readClaim(headers)
    if (!claim) return { verdict: withoutId(isRequired), devices: nowhere }
    const hash = hashOf(claim)
    const { id: _, ...facts } = claim
    const sighting = { at: now(), facts }
    return andThen(judgeAll(clients, hash), (judged): MaybeAsync<Admission> => {
      const one = worst(judged)
      if (one && one.verdict !== 'place free') return refuse(one)
      for (const { device } of judged) if (device !== undefined && takesPlace) seen.note(device, sighting)
      const isNew =
        one || judged.some(({ client, device }) => device !== undefined && lacksKey(client, device))
      if (!isNew || !takesPlace) return { verdict: 'served', devices: keyedIn(judged) }
      return take(clients, hash, sighting).then(({ refused, devices = nowhere }) =>
        refused ? refuse(refused) : { verdict: 'served', devices },
      )
    })
  }
}
