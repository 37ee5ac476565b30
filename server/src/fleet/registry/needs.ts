import type { Coded } from '#contract/coded.ts'
import type { NodeNeed } from '#contract/node.ts'
import { needsOfNode } from '#domain/nodes/needs.ts'
import { inEnglish } from '#domain/refusal.ts'
import type { Base } from '../../settings/base-services.ts'
import { type Behind, readBehind, readRefused } from '../sync/pending-view.ts'
import type { Workers } from '../sync/workers.ts'
import type { NodeRow } from './calls.ts'
import type { Heartbeat } from './heartbeat.ts'
import { storedError } from './view.ts'
import type { Warnings } from './warnings.ts'

interface Deps extends Pick<Base, 'db' | 'now'> {
  heartbeat: Pick<Heartbeat, 'nodes' | 'beat'>
  workers: Pick<Workers, 'error'>
  warnings: Pick<Warnings, 'of'>
}

const none: Behind = { behind: 0, since: 0, why: undefined }

/** What about the nodes needs an operator. Reads no client: Home asks every minute. */
export function createNeeds({ db, now, heartbeat, workers, warnings }: Deps) {
  const factsOf = (row: NodeRow, late: Behind, refused: Behind) => {
    const beat = heartbeat.beat(row.id)
    return {
      name: row.name,
      enable: row.enable,
      status: beat?.status ?? row.status,
      coreState: beat?.said?.coreState ?? row.xray_state,
      coreError: beat?.said?.coreError ?? row.xray_error,
      error: beat ? beat.error : storedError(row),
      lastAnswer: (beat?.lastHeartbeat ?? row.last_heartbeat) * 1_000,
      refused: refused.behind,
      refusedSince: refused.since,
      refusal: refused.why,
      behind: late.behind,
      behindSince: late.since,
      roundError: workers.error(row.id),
      noticed: warnings.of(row.id),
    }
  }
  const shown = (why: Coded | undefined) => ({
    reason: why ? inEnglish(why) : '',
    ...(why && { reasonCoded: why }),
  })

  return async function needs(): Promise<NodeNeed[]> {
    const rows = await heartbeat.nodes()
    if (rows.length === 0) return []
    const [late, refused] = [await readBehind(db), await readRefused(db)]
    return rows.flatMap((row) =>
      needsOfNode(factsOf(row, late.get(row.id) ?? none, refused.get(row.id) ?? none), now()).map(
        ({ what, why, since }) => ({
          id: row.id,
          name: row.name,
          text: inEnglish(what),
          coded: what,
          ...shown(why),
          since,
        }),
      ),
    )
  }
}
