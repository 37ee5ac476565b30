import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { z } from 'zod'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import { version } from '../../platform/version.ts'
import { signedText } from '../../probes/signed.ts'
import type { ProbeState, StateFile } from './state.ts'

type Call = 'join' | 'work' | 'results'

const timeoutMs = 30_000
/** 500 entries, each with all that a core needs. */
const mostBytes = 8 * 1024 * 1024
const mostElements = 500_000

const Envelope = z.object({
  success: z.boolean(),
  code: z.string().optional(),
  obj: z.unknown(),
})
const Next = z.looseObject({ next: z.string().min(1).max(64) })

/** After these the probe can do nothing more. */
export const finalCodes: ReadonlySet<string> = new Set<RefusalCode>([
  'probe.unknown',
  'probe.held',
  'probe.invitation-ended',
])
const knownCodes = new Set<RefusalCode>(['probe.repeated', 'probe.too-often', 'probe.not-understood'])

/** Signed calls of the panel, one after another. The panel may be hostile: what it answers is bounded and checked. */
export function createPanelCalls(
  egress: Pick<Egress, 'safeFetch'>,
  file: StateFile,
  state: ProbeState,
  signal: AbortSignal,
) {
  const privateKey = createPrivateKey({ key: state.key, format: 'jwk' })
  const host = new URL(state.url).hostname

  async function send(call: Call, said: string): Promise<{ code: string; obj: unknown }> {
    const signature = sign(null, signedText(call, said), privateKey).toString('base64url')
    const reply = await egress.safeFetch(`${state.url}probe/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ key: state.key.x, signature, said }),
      ...{ timeoutMs, maxBytes: mostBytes, expectStatus: [200], allowPrivateAddress: true, signal },
      tls: state.pin === '' ? {} : { pinnedCertSha256: state.pin },
    })
    const answer = Envelope.safeParse(await reply.json({ maxElements: mostElements }))
    if (!answer.success) throw new Refusal('node.not-a-panel', { host })
    const { success, code = '', obj } = answer.data
    return { code: success ? '' : code, obj }
  }

  function keep(change: Partial<ProbeState>): void {
    Object.assign(state, change)
    file.write(state)
  }

  function refuse(code: string): never {
    const own = [...finalCodes, ...knownCodes].find((one) => one === code)
    if (!own) throw new Refusal('node.not-a-panel', { host })
    throw Refusal.of({ code: own, params: {} })
  }

  /** Sends what waits for its answer. Undefined: the panel has answered it before. */
  async function deliver({ call, said }: NonNullable<ProbeState['pending']>): Promise<unknown> {
    const { code, obj } = await send(call, said)
    if (code === 'probe.repeated') {
      keep({ sequence: state.sequence + 1, pending: undefined })
      return undefined
    }
    if (code === 'probe.not-understood') keep({ pending: undefined })
    if (code !== '') refuse(code)
    const answer = Next.safeParse(obj)
    if (!answer.success) throw new Refusal('node.not-a-panel', { host })
    keep({ sequence: state.sequence + 1, next: answer.data.next, pending: undefined })
    return obj
  }

  return {
    async join(token: string): Promise<void> {
      const { code, obj } = await send('join', JSON.stringify({ call: 'join', token, version }))
      if (code !== '') refuse(code)
      const answer = Next.safeParse(obj)
      if (!answer.success) throw new Refusal('node.not-a-panel', { host })
      keep({ next: answer.data.next })
    },
    async call(call: 'work' | 'results', what: object): Promise<unknown> {
      if (state.pending) await deliver(state.pending)
      for (;;) {
        const turn = { sequence: state.sequence + 1, next: state.next, nonce: randomUUID() }
        const pending = { call, said: JSON.stringify({ call, ...turn, ...what }) }
        keep({ pending })
        const obj = await deliver(pending)
        if (obj !== undefined) return obj
      }
    },
  }
}

export type PanelCalls = ReturnType<typeof createPanelCalls>
