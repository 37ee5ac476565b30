import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { ProbeWork, ReportedRow } from '#contract/probes-api.ts'
import { readJoinString } from '#domain/fleet/join-string.ts'
import { signedText } from '#server/probes/signed.ts'
import type { Visitor } from './panel.ts'

export const probesPath = '/panel/api/health/probes'
type Call = 'join' | 'work' | 'results'

/** A program with a probe's key; a copy of it is a thief's. */
export function testProbe(
  visitor: Pick<Visitor, 'post'>,
  state = { keys: generateKeyPairSync('ed25519'), sequence: 0, next: '' },
) {
  const { keys } = state
  const key = String(keys.publicKey.export({ format: 'jwk' }).x)
  const signed = (call: Call, said: object, as: Call = call) => {
    const text = JSON.stringify({ call: as, ...said })
    return {
      key,
      said: text,
      signature: sign(null, signedText(as, text), keys.privateKey).toString('base64url'),
    }
  }
  const send = <T>(call: Call, body: object) => visitor.post<T>(`/probe/${call}`, body)
  /** The next call, with the number that follows and what the last answer gave. */
  async function turn<T extends { next: string }>(call: 'work' | 'results', said: object) {
    const body = signed(call, {
      sequence: state.sequence + 1,
      next: state.next,
      nonce: randomUUID(),
      ...said,
    })
    const answer = await send<T | null>(call, body)
    if (answer.obj) {
      state.sequence += 1
      state.next = answer.obj.next
    }
    return { ...answer, body }
  }
  return {
    ...{ state, signed, send },
    copy: () => testProbe(visitor, { ...state }),
    async join(join: string) {
      const { token } = readJoinString(join, 'probe')
      const answer = await send<{ next: string } | null>('join', signed('join', { token, version: '1.0' }))
      if (answer.obj) state.next = answer.obj.next
      return answer
    },
    work: () => turn<ProbeWork>('work', { version: '1.0' }),
    results: (round: string, results: readonly (ReportedRow | unknown)[], offline = false) =>
      turn<{ next: string; taken: number }>('results', { round, offline, results }),
  }
}

export type TestProbe = ReturnType<typeof testProbe>
