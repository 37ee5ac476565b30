import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import type { CoreInbound } from '#domain/core-config/inbound-section.ts'
import { trialConfig } from '#domain/core-config/preflight-inbound.ts'
import { aliveWhilePanel } from '#domain/outbounds/probe-config.ts'
import { coded } from '#domain/refusal.ts'
import { testConfig } from '../binary/config-test.ts'
import { freePort } from '../process/free-port.ts'
import type { TestCores } from '../process/throwaway-cores.ts'
import { createInboundTrial, type Outcome, type TrialDeps, unstarted } from './inbound-trial.ts'
import { startApart } from './start-apart.ts'

/** What is tried in another version of the core, with throwaway cores. */
export function createTrials(deps: TrialDeps) {
  const { testCores } = deps
  return {
    config: (binary: string, text: string) => testConfig(binary, text, { assetFolder: testCores.binFolder }),
    /** Why a version cannot serve its API to the panel. */
    api: (binary: string) => tryApi(testCores, binary),
    inbounds: createInboundTrial(deps),
    /** Opens inbounds that the operator wrote into the template on spare ports; their clients are not known. */
    async template(binary: string, sections: readonly CoreInbound[]): Promise<Map<string, Outcome>> {
      const moved: CoreInbound[] = []
      for (const section of sections)
        if (section.protocol !== 'tun')
          moved.push({ ...section, listen: '127.0.0.1', port: await freePort() })
      const { running, failed } = await startApart(
        moved,
        async (part) => trialConfig(part, '127.0.0.1:1'),
        (config: Block) => testCores.start(binary, config),
      )
      for (const { core } of running) await core.stop()
      const opened = running.flatMap(({ items }) => items)
      return new Map<string, Outcome>([
        ...opened.map(({ tag }): [string, Outcome] => [tag, { state: 'ok', stage: 'opens' }]),
        ...failed.map(({ item, ...why }): [string, Outcome] => [item.tag, unstarted('opens', why)]),
      ])
    },
  }
}

export type Trials = ReturnType<typeof createTrials>

/** A version does not serve its API; `isSlow`: it did not start within the time that it has. */
export interface Silent {
  reason: Coded
  isSlow: boolean
}

/** Why a version cannot serve its API on a socket, as the panel needs it; undefined if it can. */
async function tryApi(testCores: TestCores, binary: string): Promise<Silent | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-api-'))
  const services = ['HandlerService', 'StatsService', 'RoutingService']
  const config = {
    log: { loglevel: 'info', access: 'none' },
    api: { tag: 'api', listen: join(folder, 'api.sock'), services },
    stats: {},
    outbounds: [aliveWhilePanel.outbound],
    observatory: aliveWhilePanel.observatory,
  }
  try {
    const { running, failed } = await startApart(
      ['api'],
      async () => config,
      (one) => testCores.start(binary, one),
    )
    for (const { core } of running) await core.stop()
    const [failure] = failed
    return failure && { reason: coded('core.said', { reason: failure.reason }), isSlow: failure.unsure }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
