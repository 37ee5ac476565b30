import { describe, expect, it } from 'vitest'
import type { EntryStage } from '#contract/entries-api.ts'
import type { Security } from '#domain/links/advertised.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import { causeOf, type FailureFacts } from './failure.ts'

const none: Security = { kind: 'none' }
const reality = { kind: 'reality' } as Security // only its kind counts
const facts: FailureFacts = {
  entry: { host: 'a.example', port: 443, security: none },
  said: '',
  wasClosed: true,
  wasAccepted: false,
  knock: undefined,
  tls: undefined,
}
const unknown = coded('egress.name-unknown', { host: 'a.example' })
const refused = coded('egress.connection-refused', { host: 'a.example' })
const noTls = coded('egress.not-tls', { host: 'a.example' })

describe('where an entry fails', () => {
  // What the core says is of version 26.7.28.
  it.each<[string, Partial<FailureFacts>, EntryStage, string]>([
    ['its name is unknown', { knock: unknown }, 'name', 'does not resolve'],
    [
      'only the core asked',
      { said: 'dial tcp: lookup a.example on 1.1.1.1:53: no such host' },
      'name',
      '1.1.1.1',
    ],
    [
      'nothing listens',
      { knock: refused, said: 'dial tcp 1.2.3.4:443: connect: connection refused' },
      'port',
      '443',
    ],
    ['the way is closed for the core', { said: 'dial tcp 1.2.3.4:443: i/o timeout' }, 'port', 'i/o timeout'],
    ['an unknown authority', { said: 'tls: failed to verify certificate: x509: signed by x' }, 'tls', 'x509'],
    ['another pin', { said: 'peer cert is unrecognized (against pinnedPeerCertSha256)' }, 'tls', 'peer cert'],
    ['QUIC', { said: 'CRYPTO_ERROR 0x12a (local): x509: signed by x' }, 'tls', 'CRYPTO_ERROR'],
    ['no TLS, and the core is silent', { tls: noTls }, 'tls', 'does not speak TLS'],
    ['WebSocket is not spoken', { said: 'websocket: bad handshake' }, 'transport', 'bad handshake'],
    ['a login over WebSocket', { said: 'websocket: close 1000 (normal)' }, 'login', 'credentials'],
    ['a login that is closed', {}, 'login', 'clock'],
    ['nothing came', { wasClosed: false }, 'silent', 'no byte'],
    ['the core let it in', { wasAccepted: true }, 'silent', 'did not come through'],
    ['the core let it in, slowly', { wasAccepted: true, wasClosed: false }, 'silent', 'accepted'],
  ])('%s', (_, found, stage, words) => {
    const judged = causeOf({ ...facts, ...found })
    expect(judged.stage).toBe(stage)
    expect(inEnglish(judged.cause)).toContain(words)
  })

  it.each(['REALITY: processed invalid connection', 'x509: certificate signed by unknown authority'])(
    'Reality leads to the cover site: %s',
    (said) => {
      const entry = { ...facts.entry, security: reality }
      expect(causeOf({ ...facts, entry, said }).stage).toBe('reality')
    },
  )

  it('the first obstacle on the way counts', () => {
    const all = { ...facts, said: 'x509: no', knock: refused, tls: noTls, wasAccepted: true }
    expect(causeOf(all).stage).toBe('port')
    expect(causeOf({ ...all, knock: undefined }).stage).toBe('silent')
    expect(causeOf({ ...all, knock: undefined, wasAccepted: false }).stage).toBe('tls')
  })
})
