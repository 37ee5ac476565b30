import { spawn } from 'node:child_process'
import type { Block } from '#contract/inbound.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { ClientSource } from '#domain/core-config/preflight-client.ts'
import { asBlocks } from '#domain/untyped.ts'
import { clientConfig } from '#test/fixtures/client-side.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { freePorts } from '#test/free-port.ts'

/** One client of one inbound. */
export interface Way {
  inbound: SectionSource
  client: ClientSource
  /** The loopback address that it dials from: the core lists every one except 127.0.0.1. */
  from?: string
  /** Where the inbound is; this machine if absent. */
  address?: string
}

export interface ClientCore {
  /** The loopback proxy port of each route, in order. */
  ports: number[]
  words(): string
  stop(): Promise<void>
}

/** Several clients' configurations in one process: each has its own port and outbound. */
function joined(ways: readonly Way[], ports: readonly number[], fromAll?: string): Block {
  const parts = ways.map(({ inbound, client, from = fromAll, address = '127.0.0.1' }, i) => {
    const config = clientConfig(inbound, client, {
      address,
      port: inbound.port,
      socksPort: ports[i] ?? 0,
      ca: testKeys.ca,
    })
    return {
      inbounds: asBlocks(config.inbounds).map((one) => ({ ...one, tag: `local-${i}` })),
      outbounds: asBlocks(config.outbounds).map((one) => ({
        ...one,
        tag: `proxy-${i}`,
        ...(from && { sendThrough: from }),
      })),
      rule: { inboundTag: [`local-${i}`], outboundTag: `proxy-${i}` },
    }
  })
  return {
    log: { loglevel: 'warning' },
    inbounds: parts.flatMap((p) => p.inbounds),
    outbounds: parts.flatMap((p) => p.outbounds),
    routing: { rules: parts.map((p) => p.rule) },
  }
}

/** A real core on the client side, ready to be dialled; it dials from a chosen address. */
export async function startClientCore(
  binary: string,
  ways: readonly Way[],
  from?: string,
): Promise<ClientCore> {
  const ports = await freePorts(ways.length)
  return { ports, ...(await runClientCore(binary, joined(ways, ports, from))) }
}

/** A real core with a custom configuration. */
export async function runClientCore(binary: string, config: Block): Promise<Omit<ClientCore, 'ports'>> {
  const child = spawn(binary, ['run', '-c', 'stdin:'], { env: {}, stdio: 'pipe' })
  let words = ''
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        words = (words + chunk.toString()).slice(-65_536)
        if (words.includes('started')) resolve()
      })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`a client's core ended: ${words}`)))
    child.stdin.end(JSON.stringify(config))
  })
  return {
    words: () => words,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
