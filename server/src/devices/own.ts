import type { Device } from '#contract/devices-api.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import type { Commit } from '../platform/changes/commit.ts'
import type { Limited } from './admission.ts'
import type { Seen } from './seen.ts'
import type { DeviceStore } from './store.ts'

interface Deps {
  store: DeviceStore
  seen: Seen
  commit: Commit
  /** How many devices a person may forget in a day. */
  mostADay: () => number
  now: () => number
}

const day = 86_400_000
const mostPeople = 10_000

/** Devices as their owner sees them: the id of the subscription is all the authority there is. */
export function createOwnDevices({ store, seen, commit, mostADay, now }: Deps) {
  /** When each person forgot a device, by subscription. A restart starts anew. */
  const forgot = new BoundedMap<string, readonly number[]>(mostPeople)
  const recent = (subId: string) => (forgot.get(subId) ?? []).filter((at) => now() - at < day)
  const left = (subId: string): number => Math.max(0, mostADay() - recent(subId).length)

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
      return { devices, mayForget: left(subId) > 0, limit: Math.min(...clients.map(({ limit }) => limit)) }
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
        if (gone === 0) return { result: false }
        const action = { action: 'client.forgetDevice', objectKind: 'client', object: email }
        return {
          result: true,
          action: { ...action, after: { device: deviceModel || deviceOs || userAgent } },
        }
      })
    },
  }
}

export type OwnDevices = ReturnType<typeof createOwnDevices>
export type OwnList = Awaited<ReturnType<OwnDevices['list']>>
