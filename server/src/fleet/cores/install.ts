import { setTimeout as pause } from 'node:timers/promises'
import type { PlannedNode } from '#contract/node-cores-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { type NodeCalls, type NodeRow, NodeSaidNo, toFields } from '../registry/calls.ts'
import type { NodeService } from '../registry/service.ts'

interface Deps {
  call: NodeCalls
  service: Pick<NodeService, 'probe'>
  /** Overridden in tests. */
  waits?: Partial<typeof usual>
}

/** A node may build the core from source before it tries it. */
const usual = { installMs: 30 * 60_000, againMs: 10_000, reportMs: 2_000 }
const mostFailures = 6
/** A call that failed sooner did not wait for the work: the node could not be reached. */
const quickMs = 5_000
/** It answers once its core runs, so the first report should have it. */
const mostReports = 5

/** One node takes over a version: it fetches it, tries it, switches to it, and reports it. */
export function createCoreInstall({ call, service, waits }: Deps) {
  const { installMs, againMs, reportMs } = { ...usual, ...waits }

  /** A call that a proxy cut off is made again: the node lets it join the work that still goes on. */
  async function asked(
    row: NodeRow,
    { version, sha256 }: { version: string; sha256: string },
    signal: AbortSignal,
  ) {
    const options = { body: { sha256 }, timeoutMs: installMs, signal }
    const began = performance.now()
    for (let failures = 0; ; ) {
      const begun = performance.now()
      try {
        return await call(toFields(row), 'POST', `server/installXray/v${version}`, options)
      } catch (error) {
        const now = performance.now()
        if (now - begun < quickMs) failures++
        if (error instanceof NodeSaidNo || failures === mostFailures || now - began > installMs) throw error
        await pause(againMs, undefined, { signal })
      }
    }
  }

  /** What it says is compared with what it reports afterwards. */
  async function reports({ id, name }: NodeRow, version: string, signal: AbortSignal): Promise<void> {
    let reported = ''
    for (let looks = 0; looks < mostReports; looks++) {
      const { xrayVersion, xrayState } = await service.probe(id)
      if (xrayVersion === version && xrayState === 'running') return
      reported = xrayVersion || reported
      await pause(reportMs, undefined, { signal })
    }
    if (reported === '') throw new Refusal('node.is-offline', { node: name })
    throw new Refusal('node.reports-other-core', { node: name, version, reported })
  }

  return async (
    row: NodeRow,
    version: string,
    { sha256 }: Pick<PlannedNode, 'sha256'>,
    signal: AbortSignal,
  ) => {
    await asked(row, { version, sha256 }, signal)
    await reports(row, version, signal)
  }
}
