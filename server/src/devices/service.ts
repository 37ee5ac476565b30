import type { Device } from '#contract/devices-api.ts'
import { emailKey } from '#domain/clients/names.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Commit } from '../platform/changes/commit.ts'
import type { Db, Reader, Tx } from '../platform/db/open.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Seen } from './seen.ts'
import type { DeviceStore } from './store.ts'

interface Deps {
  db: Db
  commit: Commit
  store: DeviceStore
  seen: Seen
}

type Described = { device_model: string; device_os: string; user_agent: string }

/** How the audit log names a device. */
const nameOf = ({ device_model, device_os, user_agent }: Described): string =>
  device_model || device_os || user_agent

const actionOf = (action: string, email: string, device: string | number) => ({
  action,
  objectKind: 'client',
  object: email,
  after: { device },
})

/** What operators do with the devices of a client. */
export function createDeviceService({ db, commit, store, seen }: Deps) {
  async function clientOf(source: Reader | Tx, email: string) {
    const found = isStorable(email)
      ? await source
          .selectFrom('clients')
          .select(['id', 'email'])
          .where('email_key', '=', emailKey(email))
          .executeTakeFirst()
      : undefined
    if (!found) throw new Refusal('client.missing', { email }, 'email')
    return found
  }

  const missing = (email: string, id: string) =>
    new Refusal('device.missing', { email, id: id.slice(0, 32) }, 'id')

  function numberOf(email: string, id: string): number {
    const number = Number(id)
    if (!/^\d+$/.test(id) || !isRowId(number)) throw missing(email, id)
    return number
  }

  return {
    async list(email: string): Promise<Device[]> {
      const { id } = await clientOf(db.read, email)
      return (await store.list([id])).map(({ device }) => seen.current(device))
    },
    forget: (email: string, id: string, actor: Actor): Promise<null> =>
      commit(actor, async (tx) => {
        const client = await clientOf(tx, email)
        const gone = await store.remove(tx, client.id, numberOf(client.email, id))
        if (!gone) throw missing(client.email, id)
        return { result: null, action: actionOf('client.forgetDevice', client.email, nameOf(gone)) }
      }),
    forgetAll: (email: string, actor: Actor): Promise<null> =>
      commit(actor, async (tx) => {
        const client = await clientOf(tx, email)
        const count = await store.removeAll(tx, client.id)
        if (count === 0) return { result: null }
        return { result: null, action: actionOf('client.forgetDevices', client.email, count) }
      }),
    setBlocked: (email: string, id: string, blocked: boolean, actor: Actor): Promise<null> =>
      commit(actor, async (tx) => {
        const client = await clientOf(tx, email)
        const device = await store.setBlocked(tx, client.id, numberOf(client.email, id), blocked)
        if (!device) throw missing(client.email, id)
        if (!device.changed) return { result: null }
        const verb = blocked ? 'client.blockDevice' : 'client.unblockDevice'
        return { result: null, action: actionOf(verb, client.email, nameOf(device)) }
      }),
  }
}

export type DeviceService = ReturnType<typeof createDeviceService>
