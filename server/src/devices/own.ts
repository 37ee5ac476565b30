import type { Device } from '#contract/devices-api.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { withoutSecrets } from '#domain/devices/keys.ts'
import type { DeviceKeys } from '../clients/device-keys.ts'
import type { Base } from '../settings/base-services.ts'
import { type ClientChange, clientsChanged } from '../store/changes/change.ts'
import type { Limited } from './admission.ts'
import type { Seen } from './seen.ts'
import type { DeviceStore } from './store.ts'

interface Deps extends Pick<Base, 'commit' | 'now' | 'settings'> {
  store: DeviceStore
  seen: Seen
  keys: DeviceKeys
}

const day = 86_400_000
const mostPeople = 10_000

/** The tightest limit; 0: any number. */
const least = (limits: readonly number[]): number => {
  const set = limits.filter((limit) => limit > 0)
  return set.length > 0 ? Math.min(...set) : 0
}

/** Devices as their owner sees them: the id of the subscription is all the authority there is. */
export function createOwnDevices({ store, seen, commit, settings, now, keys }: Deps) {
  /** When each person forgot a device, by subscription. A restart starts anew. */
  const forgot = new BoundedMap<string, readonly number[]>(mostPeople)
  const recent = (subId: string) => (forgot.get(subId) ?? []).filter((at) => now() - at < day)
  const left = (subId: string): number =>
    Math.max(0, settings.current().subHwidForgets - recent(subId).length)

  /** Of a person with several clients, a device is listed once. */
  async function known(clients: readonly Limited[]) {
    const byHash = new Map<string, Device>()
    for (const { hash, device } of await store.list(clients.map(({ id }) => id)))
      if (!byHash.has(hash)) byHash.set(hash, seen.current(device))
    return byHash
  }

  return {
    async list(subId: string, clients: readonly Limited[]) {
      const devices = [...(await known(clients)).values()]
      return { devices, mayForget: left(subId) > 0, limit: least(clients.map(({ limit }) => limit)) }
    },
    /** False if there is no such device, it is blocked, or the person forgot as many as it may. */
    async forget(subId: string, clients: readonly Limited[], id: number, address: string): Promise<boolean> {
      if (left(subId) === 0) return false
      const found = [...(await known(clients))].find(([, device]) => device.id === id && !device.blocked)
      if (!found || left(subId) === 0) return false
      const [hash, { deviceModel, deviceOs, userAgent }] = found
      forgot.set(subId, [...recent(subId), now()])
      const email = clients[0]?.email ?? ''
      return commit({ kind: 'anonymous', name: email, address }, async (tx) => {
        const gone = await store.removeByHash(
          tx,
          clients.map((client) => client.id),
          hash,
        )
        if (gone.length === 0) return { result: false }
        const changes: ClientChange[] = []
        for (const one of gone) {
          const change = await keys.change(tx, one.client_id, (c) =>
            withoutSecrets(c.deviceSecrets, [one.id]),
          )
          if (change) changes.push(change)
        }
        const action = { action: 'client.forgetDevice' as const, objectKind: 'client', object: email }
        return {
          result: true,
          action: { ...action, after: { device: deviceModel || deviceOs || userAgent } },
          ...clientsChanged(changes),
        }
      })
    },
  }
}

export type OwnDevices = ReturnType<typeof createOwnDevices>
export type OwnList = Awaited<ReturnType<OwnDevices['list']>>
