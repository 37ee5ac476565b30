import type { FleetApplied, FleetApply, FleetLook, FleetSeen } from '#contract/fleet-api.ts'
import type { By } from '../../inbounds/service.ts'
import type { Change } from '../../store/changes/change.ts'
import { createApply, type Made } from './apply.ts'
import { createNews } from './change-feed.ts'
import { createHoldings } from './inventory.ts'
import { createHands, type HandsDeps } from './operations.ts'
import { createReport, type ReportDeps } from './report.ts'
import { createRows } from './rows.ts'

type Deps = Omit<ReportDeps, 'news' | 'holdings' | 'rows'> & Omit<HandsDeps, 'rows'>

const picked = (hashes: Record<string, string>, tags: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(hashes).filter(([tag]) => tags.has(tag)))

/** This panel as a node of another one of ours (ADR 101). It costs nothing before a centre asks. */
export function createAsNode(deps: Deps) {
  const rows = createRows(deps.db)
  const holdings = createHoldings(deps.db)
  const news = createNews()
  const made: Made = new Map()
  const report = createReport({ ...deps, news, holdings, rows })
  const at = () => ({ epoch: news.epoch, seq: news.seq() })

  return {
    report,
    async apply(body: FleetApply, by: By): Promise<FleetApplied> {
      const tags = new Set(body.ours)
      for (const key of body.keys)
        if (key.kind === 'inbound') for (const one of [key.be, key.placed]) if (one) tags.add(one.tag)
      const before = picked(await holdings.hashes(), tags)
      const keys = await createApply(createHands({ ...deps, rows }, by), made)(body)
      const { epoch, seq } = at()
      return { epoch, seq, keys, before, after: picked(await holdings.hashes(), tags) }
    },
    async look({ inbounds, buckets }: FleetLook): Promise<FleetSeen> {
      const { epoch, seq } = at()
      const found = await holdings.inbounds(inbounds)
      const clients = await rows.clientsById(await holdings.clientsIn(buckets))
      return {
        epoch,
        seq,
        inbounds: found,
        clients: clients.map(({ email, subId, on, sums }) => ({
          email,
          subId,
          ...(sums ?? { up: 0, down: 0 }),
          on: Object.fromEntries(on),
        })),
      }
    },
    onChange(change: Change): void {
      holdings.onChange(change)
      report.onChange(change)
    },
    /** Callers that wait for news are answered now. */
    stop: (): void => news.end(),
  }
}

export type AsNode = ReturnType<typeof createAsNode>
