import { setTimeout as wait } from 'node:timers/promises'
import type { Coded } from '#contract/coded.ts'
import type { ProbeResult } from '#contract/node.ts'
import type { NodeFields } from '#domain/nodes/node.ts'
import { type PanelStatus, readStatus } from '#domain/nodes/status.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { type NodeCalls, NodeSaidNo } from './calls.ts'

/** What a probe found: a status, or why there is none. */
export type Probed = { latencyMs: number } & ({ status: PanelStatus } | { error: Coded })

const path = 'server/status'
/** A status is about 2 KB. */
const maxBytes = 256 * 1024
/** A panel knows its status two seconds after its start. */
const startMs = 2_500

export interface ProbeOptions {
  timeoutMs: number
  signal?: AbortSignal
  /** Ask once more if the panel has just started. */
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

const nothingKnown = {
  coreVersion: '',
  panelVersion: '',
  cpuPct: 0,
  memPct: 0,
  uptimeSecs: 0,
  coreState: '',
  coreError: '',
}

/** As the API shows it. */
export function probeResult(probed: Probed): ProbeResult {
  const found = 'status' in probed ? probed.status : nothingKnown
  const { coreVersion, panelVersion, cpuPct, memPct, uptimeSecs } = found
  return {
    status: 'status' in probed ? 'online' : 'offline',
    latencyMs: probed.latencyMs,
    coreVersion,
    xrayVersion: coreVersion,
    panelVersion,
    cpuPct,
    memPct,
    uptimeSecs,
    xrayState: found.coreState,
    xrayError: found.coreError,
    ...('error' in probed ? { error: inEnglish(probed.error), errorCoded: probed.error } : { error: '' }),
  }
}
