import type { CoreNotes, NodeLoss } from '#contract/node-cores-api.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import { OLDEST_VERSION, plainVersion, tooOld } from '../../core/binary/binary-version.ts'
import { createAffected } from '../../core/preflight/affected.ts'
import { createBreaks } from '../../core/preflight/breaks.ts'
import type { Base } from '../../settings/base-services.ts'
import { type InboundRow, toSectionSource } from '../../store/rows/inbound.ts'
import type { Heartbeat } from '../registry/heartbeat.ts'

interface Deps extends Pick<Base, 'db' | 'now'> {
  heartbeat: Pick<Heartbeat, 'beat' | 'nodes'>
}

/** Outbounds belong to the node: its own pre-flight has them. */
const noOutbounds = { outbounds: [], routing: { rules: [] } }

/**
 * What inbounds that this panel placed on nodes lose with a version of the core, by the table of changes. The apps of their
 * clients are known here and not there: subscriptions are fetched here.
 */
export function createLosses({ db, now, heartbeat }: Deps) {
  const breaks = createBreaks(createAffected(db, now))

  const enabled = () => db.read.selectFrom('inbounds').selectAll().where('enable', '=', true).orderBy('id')

  async function between(rows: readonly InboundRow[], from: string, to: string): Promise<NodeLoss[]> {
    const inbounds = rows.map((row) => toSectionSource(row))
    const told = await breaks.find({ from, to, inbounds, config: noOutbounds })
    return told.map(({ said, blocks, clients }) => ({ text: inEnglish(said), coded: said, blocks, clients }))
  }

  return {
    /** On one node, with another version. */
    between: async (node: number, from: string, to: string): Promise<NodeLoss[]> =>
      between(await enabled().where('node_id', '=', node).execute(), from, to),
    /** Nodes whose core is too old, or has entries that some apps cannot use. */
    async now(): Promise<CoreNotes[]> {
      const notes: CoreNotes[] = []
      const placed = Map.groupBy(await enabled().where('node_id', '>', 0).execute(), (row) => row.node_id)
      for (const row of await heartbeat.nodes()) {
        const { id, name, enable } = row
        const version = plainVersion(heartbeat.beat(id)?.said?.coreVersion ?? row.xray_version)
        if (!enable || !version) continue
        const isTooOld = tooOld(version) !== undefined
        const said = coded('node.core-too-old', { node: name, version, oldest: OLDEST_VERSION })
        const old = { text: inEnglish(said), coded: said, blocks: false, clients: 0 }
        const losses = [
          ...(isTooOld ? [old] : []),
          ...(await between(placed.get(id) ?? [], version, version)),
        ]
        if (losses.length > 0) notes.push({ id, version, isTooOld, losses })
      }
      return notes
    },
  }
}

export type Losses = ReturnType<typeof createLosses>
