import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { z } from 'zod'
import type { ProbeNames, ReportedRow } from '#contract/probes-api.ts'
import { reportedOf } from '#domain/entries/reported.ts'
import { entriesIn } from '../entries/received.ts'
import { readJson } from '../platform/files.ts'
import { writeAtomic } from '../platform/write-atomic.ts'
import type { ProbesRoom } from '../probes/room.ts'
import { signedText } from '../probes/signed.ts'
import { seenBy } from './entries.ts'

/** One sees an inbound blocked that everybody else reaches. */
export const demoProbes = [
  { name: 'Phone in Tehran', country: 'Iran', provider: 'Mobile network' },
  { name: 'Router in Istanbul', country: 'Türkiye', provider: 'Home network' },
] as const satisfies readonly ProbeNames[]

const Stored = z.array(
  z.object({
    name: z.string(),
    key: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() }),
    sequence: z.int(),
    next: z.string(),
  }),
)
type Known = z.output<typeof Stored>[number]

const everyMs = 300_000
const loopback = '127.0.0.1'
const version = 'demo'
const actor = { kind: 'job', name: 'demo', address: '' } as const

/** Probes on machines that do not exist: they join the panel and report as real ones do, and what they see is made up. */
export function createDemoProbes(file: string, warn: (error: unknown) => void) {
  let room: ProbesRoom | undefined
  let timer: NodeJS.Timeout | undefined

  function signed({ key }: Known, call: 'join' | 'work' | 'results', what: object) {
    const said = JSON.stringify({ call, ...what })
    const privateKey = createPrivateKey({ key, format: 'jwk' })
    return {
      key: key.x,
      said,
      signature: sign(null, signedText(call, said), privateKey).toString('base64url'),
    }
  }

  async function join(probes: ProbesRoom, names: ProbeNames): Promise<Known> {
    const { token } = await probes.invite(names, actor)
    const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Known['key'] // of this kind
    const known: Known = { name: names.name, key, sequence: 0, next: '' }
    return { ...known, ...(await probes.join(signed(known, 'join', { token, version }), loopback)) }
  }

  async function look(probes: ProbesRoom, known: Known, now: number, keep: () => void): Promise<void> {
    const turn = () => ({ sequence: known.sequence + 1, next: known.next, nonce: randomUUID() })
    const took = ({ next }: { next: string }) => {
      known.sequence += 1
      known.next = next
      keep() // a number that was used must not be used again
    }
    const work = await probes.work(signed(known, 'work', { ...turn(), version }), loopback)
    took(work)
    const entries = await entriesIn(work.entries, { allowPrivate: true, at: work.at, now: work.at })
    const results = entries.map(
      ({ inboundId, entry, advertised }): ReportedRow =>
        reportedOf(inboundId, entry, seenBy(known.name, advertised, now)),
    )
    const said = { ...turn(), round: work.round, offline: false, results }
    took(await probes.results(signed(known, 'results', said), loopback))
  }

  async function round(now: number): Promise<void> {
    if (!room) return
    const stored = readJson(file, Stored) ?? []
    for (const names of demoProbes)
      if (!stored.some(({ name }) => name === names.name)) stored.push(await join(room, names))
    const keep = () => writeAtomic(file, JSON.stringify(stored))
    for (const known of stored) await look(room, known, now, keep)
  }

  return {
    of(probes: ProbesRoom): void {
      room = probes
    },
    round,
    start(): void {
      const run = () => void round(Date.now()).catch(warn)
      run()
      timer ??= setInterval(run, everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}

export type DemoProbes = ReturnType<typeof createDemoProbes>
