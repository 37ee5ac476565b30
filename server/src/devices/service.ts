import type { Act } from '#contract/acts.ts'
import type { Device } from '#contract/devices-api.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { keyedDevices, newSecret, withoutSecrets, withSecret } from '#domain/devices/keys.ts'
import { Refusal } from '#domain/refusal.ts'
import type { DeviceKeys } from '../clients/device-keys.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import { clientsChanged } from '../store/changes/change.ts'
import type { Reader, Tx } from '../store/open.ts'
import type { Seen } from './seen.ts'
import type { DeviceStore } from './store.ts'

interface Deps extends Pick<Base, 'commit' | 'db'> {
  store: DeviceStore
  seen: Seen
  keys: DeviceKeys
}

type Described = { device_model: string; device_os: string; user_agent: string }

const nameOf = ({ device_model, device_os, user_agent }: Described): string =>
  device_model || device_os || user_agent

const actionOf = (action: Act, email: string, device: string | number) => ({
  action,
  objectKind: 'client',
  object: email,
  after: { device },
})

export function createDeviceService({ db, commit, store, seen, keys }: Deps) {
  async function clientOf(source: Reader | Tx, email: string) {
    const found = isStorable(email)
      ? await source
          .selectFrom('clients')
          .select(['id', 'email', 'device_keys', 'device_secrets'])
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

  /** A device that is gone or blocked has no key any more: its connections end. */
  async function withoutKeys(tx: Tx, client: number, devices: readonly number[]) {
    const change = await keys.change(tx, client, (c) => withoutSecrets(c.deviceSecrets, devices))
    return clientsChanged(change ? [change] : [])
  }

  return {
    async list(email: string): Promise<Device[]> {
      const { id, device_keys, device_secrets } = await clientOf(db.read, email)
      const keyed = new Set(keyedDevices({ deviceKeys: device_keys, deviceSecrets: device_secrets }))
      return (await store.list([id])).map(({ device }) => ({
        ...seen.current(device),
        hasKey: keyed.has(device.id),
      }))
    },
    forget: (email: string, id: string, actor: Actor): Promise<null> =>
      commit(actor, async (tx) => {
        const client = await clientOf(tx, email)
        const device = numberOf(client.email, id)
        const gone = await store.remove(tx, client.id, device)
        if (!gone) throw missing(client.email, id)
        const action = actionOf('client.forgetDevice', client.email, nameOf(gone))
        return { result: null, action, ...(await withoutKeys(tx, client.id, [device])) }
      }),
    forgetAll: (email: string, actor: Actor): Promise<null> =>
      commit(actor, async (tx) => {
        const client = await clientOf(tx, email)
        const gone = (await store.removeAll(tx, client.id)).map((device) => device.id)
        if (gone.length === 0) return { result: null }
        const action = actionOf('client.forgetDevices', client.email, gone.length)
        return { result: null, action, ...(await withoutKeys(tx, client.id, gone)) }
      }),
    /** Its connections end; the others of the client go on. It gets the new key when it fetches again. */
    revoke: (email: string, id: string, actor: Actor): Promise<null> =>
      commit(actor, async (tx) => {
        const client = await clientOf(tx, email)
        const device = numberOf(client.email, id)
        const found = await store.described(tx, client.id, device)
        if (!found) throw missing(client.email, id)
        const secret = newSecret(keys.mint())
        const change = await keys.change(tx, client.id, (c) => {
          if (!keyedDevices(c).includes(device)) throw new Refusal('device.no-key', { email: c.email }, 'id')
          return withSecret(c.deviceSecrets, device, secret)
        })
        const action = actionOf('client.revokeDevice', client.email, nameOf(found))
        return { result: null, action, ...clientsChanged(change ? [change] : []) }
      }),
    setBlocked: (email: string, id: string, blocked: boolean, actor: Actor): Promise<null> =>
      commit(actor, async (tx) => {
        const client = await clientOf(tx, email)
        const number = numberOf(client.email, id)
        const device = await store.setBlocked(tx, client.id, number, blocked)
        if (!device) throw missing(client.email, id)
        if (!device.changed) return { result: null }
        const verb = blocked ? 'client.blockDevice' : 'client.unblockDevice'
        const told = blocked ? await withoutKeys(tx, client.id, [number]) : {}
        return { result: null, action: actionOf(verb, client.email, nameOf(device)), ...told }
      }),
  }
}

export type DeviceService = ReturnType<typeof createDeviceService>
