import { setTimeout as wait } from 'node:timers/promises'
import type { Coded } from '#contract/coded.ts'
import type { ProbeResult } from '#contract/node.ts'
import type { NodeFields } from '#domain/nodes/node.ts'
import { type PanelStatus, readStatus } from '#domain/nodes/status.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { type NodeCalls, NodeSaidNo } from './calls.ts'

export type Probed = { latencyMs: number } & ({ status: PanelStatus } | { error: Coded })

const path = 'server/status'
/** A status is about 2 KB. */
const maxBytes = 256 * 1024
/** A panel knows its status two seconds after its start. */
const startMs = 2_500

export interface ProbeOptions {
  timeoutMs: number
  signal?: AbortSignal
  patient?: boolean
}

export function createNodeProbe(call: NodeCalls) {
  async function ask(node: NodeFields, options: ProbeOptions): Promise<PanelStatus> {
    const answer = await call(node, 'GET', path, { maxBytes, ...options }).catch((error: unknown) => {
      if (error instanceof NodeSaidNo && error.said === '') return null // 3x-ui before its first sample
      throw error
    })
    if (answer === null) throw new Refusal('node.starting', { host: node.address })
    const status = readStatus(answer)
    if (!status) throw new Refusal('node.not-a-panel', { host: node.address })
    return status
  }

  return async function probe(node: NodeFields, options: ProbeOptions): Promise<Probed> {
    const began = performance.now()
    const took = () => Math.max(1, Math.round(performance.now() - began))
    try {
      const status = await ask(node, options).catch(async (error: unknown) => {
        if (!options.patient || !(error instanceof Refusal) || error.code !== 'node.starting') throw error
        await wait(startMs)
        return ask(node, options)
      })
      return { latencyMs: took(), status }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { latencyMs: took(), error: codedOf(error) }
    }
  }
}

export type NodeProbe = ReturnType<typeof createNodeProbe>

export const nothingKnown = {
  coreVersion: '',
  panelVersion: '',
  cpuPct: 0,
  memPct: 0,
  uptimeSecs: 0,
  coreState: '',
  coreError: '',
}

/** What a panel says about itself, as the API shows it. */
export const shownStatus = (status: typeof nothingKnown, latencyMs: number) => ({
  latencyMs,
  coreVersion: status.coreVersion,
  xrayVersion: status.coreVersion,
  panelVersion: status.panelVersion,
  cpuPct: status.cpuPct,
  memPct: status.memPct,
  uptimeSecs: status.uptimeSecs,
  xrayState: status.coreState,
  xrayError: status.coreError,
})

export function probeResult(probed: Probed): ProbeResult {
  const { latencyMs } = probed
  if ('status' in probed) return { status: 'online', ...shownStatus(probed.status, latencyMs), error: '' }
  const { error } = probed
  const shown = shownStatus(nothingKnown, latencyMs)
  return { status: 'offline', ...shown, error: inEnglish(error), errorCoded: error }
}
