import type { Coded } from '#contract/coded.ts'
import type { ConfigImpact } from '#contract/core-api.ts'
import type { RestartReason } from '#contract/core-config.ts'
import { inEnglish } from '#domain/refusal.ts'
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

/** Each sentence once, by its English text. */
const sentences = (reasons: readonly RestartReason[]): Map<string, Coded> =>
  new Map(reasons.map(({ because }) => [inEnglish(because), because]))

type Said = readonly (readonly [string, Coded])[]
const said = (reasons: Said, waiting: Said) => ({
  reasons: reasons.map(([english]) => english),
  reasonsCoded: reasons.map(([, because]) => because),
  waiting: waiting.map(([english]) => english),
  waitingCoded: waiting.map(([, because]) => because),
})

/**
 * The draft causes a restart if going from the stored or from the running configuration to it needs one. Reasons that
 * stored changes already have are reported separately, as `waiting`.
 */
function impactOf({ stored, draft, running }: Configurations): Omit<ConfigImpact, 'online'> {
  if (!running) return { ...said([], []), isRunning: false, restart: false, cuts: [], defaultRoute: false }
  const next = plan(running, draft)
  const waiting = sentences(plan(running, stored).restart)
  const fresh = [...sentences(next.restart)].filter(([because]) => !waiting.has(because))
  const reasons = new Map([...sentences(plan(stored, draft).restart), ...fresh])
  const others = [...waiting].filter(([because]) => !reasons.has(because))
  return {
    ...said([...reasons], others),
    isRunning: true,
    restart: reasons.size > 0,
    cuts: next.affects.tags,
    defaultRoute: next.affects.defaultRoute,
  }
}

/** What a draft would change in the core configuration, and who would notice. */
export const configPreview = (of: Configurations) => ({
  ...configDiff(of.stored, of.draft),
  impact: impactOf(of),
})
