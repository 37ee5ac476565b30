import type { SettingKey, Settings } from '#contract/settings.ts'
import type { ClientRoom } from '../clients/room.ts'
import { writeSettings } from '../settings/service.ts'
import type { Change, ClientChange } from '../store/changes/change.ts'
import type { Db, Tx } from '../store/open.ts'
import { createStoreOldSubscriptions, type KnownClient } from '../subscriptions/old/store.ts'
import type { PlanHead } from './packed.ts'
import type { SourceReader } from './source-reader.ts'
import { firstUserId, writeUsers } from './write-accounts.ts'
import { type ClientWriterDeps, createClientWriter } from './write-clients.ts'
import { type IdOf, writeApart, writeAroundInbounds, writeInbounds } from './write-places.ts'

/** Rows fetched from the reader at a time: a message of this size is unpacked in milliseconds. */
const portion = 500

export interface ApplyDeps extends ClientWriterDeps {
  engine: Db['engine']
  /** Undefined if no panel is running in this process; then the next start counts what groups have used. */
  clients: Pick<ClientRoom, 'recountGroups' | 'followGroups'> | undefined
}

export interface Decided {
  plan: PlanHead
  settings: { next: Settings; changed: readonly SettingKey[] }
  /** The session that imports. */
  keepSession: string | undefined
}

/** Writes a plan. Everything happens in the caller's transaction; nothing here decides what comes. */
export async function applyPlan(
  tx: Tx,
  reader: SourceReader,
  { plan, settings, keepSession }: Decided,
  deps: ApplyDeps,
): Promise<Change[]> {
  const { sets, now } = deps
  await writeUsers(tx, sets, plan, keepSession)
  await writeSettings(tx, settings.next, settings.changed)
  const { idOf, created, nodeIds } = await writeInbounds(tx, plan, await firstUserId(tx), now)
  await writeAroundInbounds(tx, plan, idOf, now)
  await writeApart(tx, plan, now)
  const { changes, identities } = await writeClients(tx, reader, plan, idOf, new Set(created), deps)
  await deps.clients?.recountGroups(tx)
  changes.push(...((await deps.clients?.followGroups(tx)) ?? []))
  const hasOldUrls = await createStoreOldSubscriptions(deps.engine)(tx, {
    sources: plan.oldSubscriptions,
    clients: identities,
  })
  const told = changesOf(plan, settings.changed, created, changes, hasOldUrls)
  return nodeIds.length === 0 ? told : [{ kind: 'nodes-changed', ids: nodeIds }, ...told]
}

async function writeClients(
  tx: Tx,
  reader: SourceReader,
  plan: PlanHead,
  idOf: IdOf,
  created: ReadonlySet<number>,
  deps: ApplyDeps,
) {
  const writer = createClientWriter(deps)
  const changes: ClientChange[] = []
  const identities: KnownClient[] = []
  // The next portion is packed while this one is written.
  const portionAt = (from: number) =>
    from < plan.clientCount ? reader.ask('clients', { from, count: portion }) : undefined
  let next = portionAt(0)
  for (let from = 0; next; from += portion) {
    const clients = await next
    next = portionAt(from + portion)
    next?.catch(() => {}) // thrown when it is awaited
    for (const { id, client, inboundIds } of await writer.write(tx, clients, idOf)) {
      if (client.oldIdentity)
        identities.push({ clientId: id, subId: client.row.sub_id, identity: client.oldIdentity })
      // The core gets new inbounds with all their clients; only the others have to be told one by one.
      if (inboundIds.some((one) => !created.has(one)))
        changes.push({ email: client.row.email, formerEmail: null, inboundIds, formerInboundIds: [] })
    }
  }
  for (let from = 0; from < plan.attachmentCount; from += portion)
    changes.push(
      ...(await writer.attach(tx, await reader.ask('attachments', { from, count: portion }), idOf)),
    )
  return { changes, identities }
}

function changesOf(
  plan: PlanHead,
  settings: readonly SettingKey[],
  created: readonly number[],
  clients: readonly ClientChange[],
  hasOldUrls: boolean,
): Change[] {
  const changes: Change[] = []
  if (plan.users.length > 0) changes.push({ kind: 'credentials-changed', userId: undefined })
  if (settings.length > 0) changes.push({ kind: 'settings-saved', keys: settings })
  if (plan.outboundSubscriptions.length > 0) changes.push({ kind: 'outbound-subs-changed' })
  if (plan.hosts.length > 0) changes.push({ kind: 'hosts-changed' })
  changes.push({ kind: 'inbounds-changed', ids: created, removed: [], clients })
  if (hasOldUrls) changes.push({ kind: 'old-subscriptions-changed' })
  return changes
}
