import type { RestartReason } from '#contract/core-config.ts'
import { coded } from '#domain/refusal.ts'
import type { CoreConfig } from './build.ts'
import { sameJson } from './json.ts'
import type { Section } from './sections.ts'

type Live = 'inbounds' | 'outbounds' | 'routing'

/** The core reads these only at start. */
const because = {
  log: 'restart.log',
  api: 'restart.api',
  stats: 'restart.stats',
  metrics: 'restart.metrics',
  policy: 'restart.policy',
  dns: 'restart.dns',
  fakedns: 'restart.fakedns',
  observatory: 'restart.observatory',
  burstObservatory: 'restart.burst-observatory',
  transport: 'restart.transport',
  reverse: 'restart.reverse',
  geodata: 'restart.geodata',
} as const satisfies Record<Exclude<Section, Live>, string>

const isKnown = (section: string): section is keyof typeof because => Object.hasOwn(because, section)

const live: ReadonlySet<string> = new Set<Live>(['inbounds', 'outbounds', 'routing'])

/** Everything except inbounds, outbounds and routing stays unchanged until a restart. */
export function planSections(
  running: CoreConfig,
  desired: CoreConfig,
): { restart: RestartReason[]; running: CoreConfig } {
  const names = new Set([...Object.keys(running), ...Object.keys(desired)])
  const restart = [...names]
    .filter((section) => !live.has(section) && !sameJson(running[section], desired[section]))
    .map((section) => ({
      section,
      because: isKnown(section) ? coded(because[section]) : coded('restart.section', { section }),
    }))
  return { restart, running: restart.length === 0 ? desired : running }
}
