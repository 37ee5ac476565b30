import type { RestartReason } from '#contract/core-config.ts'
import type { CoreConfig } from './build.ts'
import { sameJson } from './json.ts'
import type { Section } from './sections.ts'

type Live = 'inbounds' | 'outbounds' | 'routing'

/** The core reads these only at start. */
const because = {
  log: 'The log settings changed: the core opens its logs when it starts.',
  api: 'The API settings changed: the core opens its API when it starts.',
  stats: 'The statistics settings changed: the core sets up its counters when it starts.',
  metrics: 'The metrics settings changed: the core opens its metrics page when it starts.',
  policy: 'The policy changed: the core reads its timeouts and buffers when it starts.',
  dns: 'The DNS settings changed: the core builds its resolver when it starts.',
  fakedns: 'The fake DNS pools changed: the core fills them when it starts.',
  observatory: 'The observatory changed: the core begins to probe when it starts.',
  burstObservatory: 'The burst observatory changed: the core begins to probe when it starts.',
  transport: 'The global transport settings changed: the core reads them when it starts.',
  reverse: 'The reverse settings changed: the core sets up bridges and portals when it starts.',
  geodata: 'The geo data settings changed: the core plans its downloads when it starts.',
} satisfies Record<Exclude<Section, Live>, string>

const live: ReadonlySet<string> = new Set<Live>(['inbounds', 'outbounds', 'routing'])

/** Everything except inbounds, outbounds and routing stays unchanged until a restart. */
export function planSections(
  running: CoreConfig,
  desired: CoreConfig,
): { restart: RestartReason[]; running: CoreConfig } {
  const known: Readonly<Record<string, string>> = because
  const names = new Set([...Object.keys(running), ...Object.keys(desired)])
  const restart = [...names]
    .filter((section) => !live.has(section) && !sameJson(running[section], desired[section]))
    .map((section) => ({
      section,
      because: known[section] ?? `The section ${section} changed: the core reads it when it starts.`,
    }))
  return { restart, running: restart.length === 0 ? desired : running }
}
