import type { StoredClient } from '#domain/clients/client.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { keyedDevices, readSecrets, withSecretsOfCentre } from '#domain/devices/keys.ts'
import type { ClientChange } from '../store/changes/change.ts'
import type { Tx } from '../store/open.ts'
import { toClient } from '../store/rows/client.ts'
import type { Writing } from './writing.ts'

function differing(before: string, after: string): number[] {
  const [had, has] = [readSecrets(before), readSecrets(after)]
  return [...new Set([...had.keys(), ...has.keys()])].filter((device) => had.get(device) !== has.get(device))
}

/** Keys of devices are kept in their client's row (ADR 121); the devices room decides which there are. */
export function createDeviceKeys(w: Writing) {
  const own = {
    mint: w.mint,
    /**
     * In the caller's transaction: stores the secrets that `edit` returns. The change is for the core; undefined if it
     * has nothing to do.
     */
    async change(
      tx: Tx,
      clientId: number,
      edit: (client: StoredClient) => string,
    ): Promise<ClientChange | undefined> {
      const row = await tx.selectFrom('clients').selectAll().where('id', '=', clientId).executeTakeFirst()
      if (!row) return undefined
      const before = toClient(row)
      const secrets = edit(before)
      if (secrets === before.deviceSecrets) return undefined
      await tx.updateTable('clients').set({ device_secrets: secrets }).where('id', '=', clientId).execute()
      const isUsed =
        keyedDevices(before).length + keyedDevices({ ...before, deviceSecrets: secrets }).length > 0
      if (!isUsed) return undefined
      const inboundIds = (await w.find.attachmentsOf(tx, [clientId])).get(clientId) ?? []
      return {
        ...{ id: row.id, email: row.email, formerEmail: row.email },
        ...{ inboundIds, formerInboundIds: inboundIds, before },
        devices: differing(before.deviceSecrets, secrets),
      }
    },
  }
  return {
    ...own,
    /** In the caller's transaction: the devices of a centre become exactly these, for each client that is here. */
    async ofCentre(tx: Tx, list: readonly { email: string; secrets: string }[]): Promise<ClientChange[]> {
      const changes: ClientChange[] = []
      for (const { email, secrets } of list) {
        const row = await tx
          .selectFrom('clients')
          .select('id')
          .where('email_key', '=', emailKey(email))
          .executeTakeFirst()
        const change =
          row && (await own.change(tx, row.id, (c) => withSecretsOfCentre(c.deviceSecrets, secrets)))
        if (change) changes.push(change)
      }
      return changes
    },
  }
}

export type DeviceKeys = ReturnType<typeof createDeviceKeys>
