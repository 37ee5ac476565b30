import type { Block } from '#contract/inbound.ts'
import type { CoreInbound } from '#domain/core-config/inbound-section.ts'
import { trialConfig } from '#domain/core-config/preflight-inbound.ts'
import { type Outcome, type TrialDeps, unstarted } from './inbound-trial.ts'
import { startApart } from './start-apart.ts'

/** Opens inbounds that the operator wrote into the template on spare ports; who connects to them is not known. */
export const createTemplateTrial =
  ({ startCore, freePort }: Pick<TrialDeps, 'startCore' | 'freePort'>) =>
  async (binary: string, sections: readonly CoreInbound[]): Promise<Map<string, Outcome>> => {
    const moved: CoreInbound[] = []
    for (const section of sections)
      if (section.protocol !== 'tun') moved.push({ ...section, listen: '127.0.0.1', port: await freePort() })
    const { running, failed } = await startApart(
      moved,
      async (part) => trialConfig(part, '127.0.0.1:1'),
      (config: Block) => startCore(binary, config),
    )
    for (const { core } of running) await core.stop()
    const opened = running.flatMap(({ items }) => items)
    return new Map<string, Outcome>([
      ...opened.map(({ tag }): [string, Outcome] => [tag, { state: 'ok', stage: 'opens' }]),
      ...failed.map(({ item, ...why }): [string, Outcome] => [item.tag, unstarted('opens', why)]),
    ])
  }
