import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import {
  networksFor,
  type OutboundProtocol,
  outboundProtocols,
  securitiesFor,
  withOutboundNetwork,
  withOutboundSecurity,
} from '#domain/outbounds/form/cells.ts'
import { outboundProblems } from '#domain/outbounds/form/problems.ts'
import { closedOutbound, freshOutbound } from '#domain/outbounds/form/shape.ts'
import { testConfig } from '#server/core/binary/config-test.ts'
import { coreBinary } from '#test/core-binary.ts'

const key = Buffer.alloc(32, 7)
const server = { address: 'a.example' }
const account = { id: 'b831381d-6324-4d53-ad4f-8cda48b30811' }
/** What the form insists on. */
const typed: Partial<Record<OutboundProtocol, Block>> = {
  vless: { ...server, ...account },
  vmess: { ...server, ...account },
  trojan: { ...server, password: 'pw' },
  shadowsocks: { ...server, password: Buffer.alloc(16, 7).toString('base64') },
  hysteria: server,
  socks: { ...server, user: 'u', pass: 'p' },
  http: server,
  wireguard: {
    secretKey: key.toString('base64'),
    peers: [{ publicKey: key.toString('base64'), endpoint: '192.0.2.1:51820' }],
  },
  loopback: { inboundTag: 'x' },
}
const reality = { publicKey: key.toString('base64url'), serverName: 'b.example', fingerprint: 'chrome' }

function filled(protocol: OutboundProtocol): Block[] {
  const fresh = freshOutbound(protocol)
  const form: Block = { ...fresh, settings: { ...(fresh.settings as Block), ...typed[protocol] } }
  const forms = networksFor(protocol).flatMap((network) =>
    securitiesFor(protocol, network).map((security) =>
      withOutboundSecurity(withOutboundNetwork(form, protocol, network), security),
    ),
  )
  return (forms.length > 0 ? forms : [form]).map((one, i) => {
    const stream = one.streamSettings as Block | undefined
    const own = stream?.realitySettings ? { streamSettings: { ...stream, realitySettings: reality } } : {}
    return { ...one, ...own, tag: `${protocol}-${i}` }
  })
}

describe.skipIf(!coreBinary)('outbounds from their form', () => {
  it.each(outboundProtocols)('%s: the core accepts every transport and security', async (protocol) => {
    const forms = filled(protocol)
    expect(forms.flatMap(outboundProblems)).toEqual([])
    const outbounds = forms.map((form) => closedOutbound(form))
    const verdict = await testConfig(coreBinary ?? '', JSON.stringify({ outbounds }), {
      assetFolder: tmpdir(),
      deadlineMs: 60_000,
    })
    expect(verdict).toEqual({ ok: true })
  })
})
