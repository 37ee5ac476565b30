import type { NamedPeer } from '#contract/inbounds-api.ts'
import { splitSettings } from '#domain/inbounds/with-clients.ts'
import { coded, inEnglish, Refusal } from '#domain/refusal.ts'
import { peersAsClients } from '#domain/wireguard/peers.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Base } from '../settings/base-services.ts'
import type { Action } from '../store/audit/trail.ts'
import type { Change } from '../store/changes/change.ts'
import type { Told } from '../store/changes/commit.ts'
import type { Tx } from '../store/open.ts'
import { type InboundRow, toInboundFields } from '../store/rows/inbound.ts'
import { setsFor } from '../store/sets.ts'
import { inboundAction } from './action.ts'
import type { Bindable } from './bindable.ts'
import { claimOf, findInbound } from './find.ts'
import type { InboundHooks } from './hooks.ts'
import type { InboundReset } from './reset.ts'
import type { By, InboundClients } from './service.ts'

interface Deps extends Pick<Base, 'db' | 'commit'> {
  clients: InboundClients
  hooks: Pick<InboundHooks, 'releaseHosts'>
  bindable: Pick<Bindable, 'whyNot'>
  resets: Pick<InboundReset, 'reset'>
}

export function createInboundEdits({ db, commit, clients, hooks, bindable, resets }: Deps) {
  const sets = setsFor(db.engine)
  const changeOf = (ids: readonly number[], removed: { id: number; tag: string }[] = []): Change => ({
    kind: 'inbounds-changed',
    ids,
    removed,
    clients: [],
  })

  /** Clients stay; fallback rows and advertised addresses that name the inbounds are deleted with them. */
  async function remove(tx: Tx, removed: readonly InboundRow[]): Promise<Told> {
    if (removed.length === 0) return {}
    const gone = removed.map((r) => r.id)
    await clients.release(tx, gone)
    await tx
      .deleteFrom('inbound_fallbacks')
      .where((e) => e.or([sets.among('master_id', gone), sets.among('child_id', gone)]))
      .execute()
    await hooks.releaseHosts(tx, gone)
    await tx.deleteFrom('inbounds').where(sets.among('id', gone)).execute()
    const tags = removed.map(({ id, tag }) => ({ id, tag }))
    return { action: deletion(removed), change: changeOf([], tags) }
  }

  /** Another program may have taken its port while it was disabled. */
  async function refuseTaken(row: InboundRow): Promise<void> {
    const refusal = await bindable.whyNot(claimOf(row))
    if (refusal) throw refusal
  }

  return {
    async setEnable(id: number, enable: boolean, { userId, actor }: By): Promise<null> {
      const seen = await findInbound(db.read, id, userId)
      if (enable && !seen.enable) await refuseTaken(seen)
      return commit(actor, async (tx) => {
        const row = await findInbound(tx, id, userId)
        if (row.enable === enable) return { result: null }
        await tx
          .updateTable('inbounds')
          .set({ enable, disabled_by_panel: false })
          .where('id', '=', id)
          .execute()
        return {
          result: null,
          action: inboundAction('inbound.update', row, { enable: row.enable }, { enable }),
          change: changeOf([id]),
        }
      })
    },

    /** Peers of its settings become clients with the same keys and addresses. */
    async adoptPeers(id: number, named: readonly NamedPeer[], { userId, actor }: By): Promise<null> {
      return commit(actor, async (tx) => {
        const row = await findInbound(tx, id, userId)
        const { protocol, settings } = toInboundFields(row)
        if (protocol !== 'wireguard') throw new Refusal('inbound.no-peers', {}, 'id')
        const next = peersAsClients(settings, named)
        const { settings: rest, clients: drafts = [] } = splitSettings(protocol, next)
        await tx
          .updateTable('inbounds')
          .set({ settings: JSON.stringify(rest) })
          .where('id', '=', id)
          .execute()
        const made = await clients.create(tx, id, drafts)
        return {
          result: null,
          action: inboundAction('inbound.update', row, {}, { clients: made.length }),
          change: { kind: 'inbounds-changed', ids: [id], removed: [], clients: made },
        }
      })
    },

    async setSortIndex(id: number, index: number, { userId, actor }: By): Promise<null> {
      return commit(actor, async (tx) => {
        const row = await findInbound(tx, id, userId)
        if (row.sub_sort_index === index) return { result: null }
        await tx.updateTable('inbounds').set({ sub_sort_index: index }).where('id', '=', id).execute()
        const [before, after] = [{ subSortIndex: row.sub_sort_index }, { subSortIndex: index }]
        return {
          result: null,
          action: inboundAction('inbound.update', row, before, after),
          change: changeOf([id]),
        }
      })
    },

    /** Everything that is placed on a node, whoever made it. */
    async removeFrom(tx: Tx, node: number): Promise<Told> {
      const rows = await tx
        .selectFrom('inbounds')
        .selectAll()
        .where('node_id', '=', node)
        .orderBy('id')
        .execute()
      return remove(tx, rows)
    },

    async del(
      ids: readonly number[],
      { userId, actor }: By,
    ): Promise<{ deleted: number[]; skipped: { id: number; reason: string }[] }> {
      return commit(actor, async (tx) => {
        const wanted = [...new Set(ids)]
        const removed = await tx
          .selectFrom('inbounds')
          .selectAll()
          .where(sets.among('id', wanted.filter(isRowId)))
          .where('user_id', '=', userId)
          .orderBy('id')
          .execute()
        const gone = removed.map((r) => r.id)
        const skipped = wanted
          .filter((id) => !gone.includes(id))
          .map((id) => ({ id, reason: inEnglish(coded('inbound.missing', { id })) }))
        return { result: { deleted: gone, skipped }, ...(await remove(tx, removed)) }
      })
    },

    /** `undefined`: all inbounds of the caller. */
    resetTraffic: (id: number | undefined, { userId, actor }: By): Promise<null> =>
      commit(actor, (tx) => resets.reset(tx, id, userId)),
  }
}

const deletion = (removed: readonly InboundRow[]): Action => {
  const [first] = removed
  if (removed.length === 1 && first) return inboundAction('inbound.del', first, toInboundFields(first))
  return {
    action: 'inbounds.del',
    objectKind: 'inbounds',
    object: `${removed.length} inbounds`,
    before: { ids: removed.map(({ id }) => id) },
  }
}

export type InboundEdits = ReturnType<typeof createInboundEdits>
