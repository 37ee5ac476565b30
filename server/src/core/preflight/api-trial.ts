import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Coded } from '#contract/coded.ts'
import { aliveWhilePanel } from '#domain/outbounds/probe-config.ts'
import { coded } from '#domain/refusal.ts'
import type { TestCores } from '../process/throwaway-cores.ts'
import { startApart } from './start-apart.ts'

/** Why a version cannot serve its API on a socket, as the panel needs it; undefined if it can. */
export async function tryApi(testCores: TestCores, binary: string): Promise<Coded | undefined> {
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
    return failure && !failure.unsure ? coded('core.said', { reason: failure.reason }) : undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
