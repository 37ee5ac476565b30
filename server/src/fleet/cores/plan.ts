import { CoreRelease } from '#contract/core-api.ts'
import { takesCores } from '#contract/fleet-api.ts'
import type { PlannedNode } from '#contract/node-cores-api.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import { type NodeCalls, type NodeRow, toFields } from '../registry/calls.ts'
import type { Heartbeat } from '../registry/heartbeat.ts'
import type { Losses } from './losses.ts'

interface Deps {
  call: NodeCalls
  losses: Pick<Losses, 'between'>
  heartbeat: Pick<Heartbeat, 'beat' | 'nodes'>
}

const width = 8
/** A node reads the hash of a release before it answers. */
const askedMs = 30_000

const Offered = CoreRelease.pick({ asset: true, sha256: true, known: true }).refine(
  ({ asset, sha256 }) => /^[\w.-]{1,60}$/.test(asset) && /^[0-9a-f]{64}$/.test(sha256),
)

/** What each enabled node would fetch for a version. No answer of a node is trusted. */
export function createCorePlan({ call, heartbeat, losses }: Deps) {
  async function offered(
    row: NodeRow,
    version: string,
  ): Promise<Pick<PlannedNode, 'asset' | 'sha256' | 'known'>> {
    const answer = await call(toFields(row), 'GET', `server/xrayRelease/v${version}`, { timeoutMs: askedMs })
    const { data } = Offered.safeParse(answer)
    if (!data) throw new Refusal('node.not-a-panel', { host: row.address })
    return data
  }

  async function planned(row: NodeRow, version: string): Promise<PlannedNode> {
    const { said, status = row.status, error } = heartbeat.beat(row.id) ?? {}
    const from = said?.coreVersion ?? row.xray_version
    const fleet = said?.fleet ?? row.fleet
    const named = { id: row.id, name: row.name, from, reason: '' }
    const none = { ...named, asset: '', sha256: '', known: false, losses: [] }
    try {
      if (fleet === 0) throw new Refusal('node.no-core-updates', { node: row.name })
      if (!takesCores(fleet)) throw new Refusal('node.core-updates-after-update', { node: row.name })
      if (status !== 'online')
        throw error ? Refusal.of(error) : new Refusal('node.is-offline', { node: row.name })
      if (from === version) return { ...none, state: 'there' }
      const offer = await offered(row, version)
      return { ...none, ...offer, losses: await losses.between(row.id, from, version), state: 'ready' }
    } catch (error) {
      const why = codedOf(error)
      return { ...none, state: 'unable', reason: inEnglish(why), reasonCoded: why }
    }
  }

  return async (version: string, only?: number): Promise<PlannedNode[]> => {
    const rows = (await heartbeat.nodes()).filter(({ id, enable }) => enable && (only ?? id) === id)
    return mapLimited(rows, width, (row) => planned(row, version))
  }
}
