import type { ConfigImpact, ConfigPreview } from '#contract/core-api.ts'
import type { RestartReason } from '#contract/core-config.ts'
import type { CoreConfig } from './build.ts'
import { configDiff } from './diff.ts'
import { plan } from './plan.ts'

interface Configurations {
  /** As the stored template gives it. */
  stored: CoreConfig
  /** As the draft would give it. */
  draft: CoreConfig
  /** What the core runs by; undefined where none does. */
  running: CoreConfig | undefined
}

const sentences = (reasons: readonly RestartReason[]): string[] => [
  ...new Set(reasons.map(({ because }) => because)),
]

/**
 * A restart is the draft's doing where the core cannot go from what is stored to the draft, or where what runs lacks
 * something that it needs; what waits for one already is told apart.
 */
function impactOf({ stored, draft, running }: Configurations): Omit<ConfigImpact, 'online'> {
  if (!running)
    return { isRunning: false, restart: false, reasons: [], waiting: [], cuts: [], defaultRoute: false }
  const next = plan(running, draft)
  const waiting = sentences(plan(running, stored).restart)
  const fresh = sentences(next.restart).filter((because) => !waiting.includes(because))
  const reasons = [...new Set([...sentences(plan(stored, draft).restart), ...fresh])]
  return {
    isRunning: true,
    restart: reasons.length > 0,
    reasons,
    waiting: waiting.filter((because) => !reasons.includes(because)),
    cuts: next.affects.tags,
    defaultRoute: next.affects.defaultRoute,
  }
}

/** What a draft would change in the configuration that the core is given, and who would notice. */
export const configPreview = (
  of: Configurations,
): Omit<ConfigPreview, 'verdict' | 'impact'> & {
  impact: Omit<ConfigImpact, 'online'>
} => ({ ...configDiff(of.stored, of.draft), impact: impactOf(of) })
