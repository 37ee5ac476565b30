import type { ConfigImpact, ConfigPreview } from '#contract/core-api.ts'
import type { RestartReason } from '#contract/core-config.ts'
import type { CoreConfig } from './build.ts'
import { configDiff } from './diff.ts'
import { plan } from './plan.ts'

interface Configurations {
  /** Built from the stored template. */
  stored: CoreConfig
  /** Built from the draft. */
  draft: CoreConfig
  /** The running configuration; undefined if no core is running. */
  running: CoreConfig | undefined
}

const sentences = (reasons: readonly RestartReason[]): string[] => [
  ...new Set(reasons.map(({ because }) => because)),
]

/**
 * The draft causes a restart if going from the stored or from the running configuration to it needs one. Reasons that
 * stored changes already have are reported separately, as `waiting`.
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

/** What a draft would change in the core configuration, and who would notice. */
export const configPreview = (
  of: Configurations,
): Omit<ConfigPreview, 'verdict' | 'impact'> & {
  impact: Omit<ConfigImpact, 'online'>
} => ({ ...configDiff(of.stored, of.draft), impact: impactOf(of) })
