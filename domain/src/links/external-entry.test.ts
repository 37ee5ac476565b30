import { describe, expect, it } from 'vitest'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { clashConfig } from '#domain/subscription/clash.ts'
import { jsonConfigs } from '#domain/subscription/json.ts'
import { singboxConfig } from '#domain/subscription/singbox.ts'
import { externalEntry } from './external-entry.ts'
import { shareLink } from './link.ts'
import { xrayOutbound } from './outbound.ts'

const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const key = 'SbVKOEMjK0sIlbwg4akyBg5mL5KZwwB-ed4eEE7YnRc'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const vmess = { v: '2', ps: 'm', add: 'm.example', port: '443', id, net: 'ws', path: '/w', tls: 'tls' }
const links = [
  `vless://${id}@r.example:443?encryption=none&flow=xtls-rprx-vision&fp=firefox&pbk=${key}&security=reality&sid=6ba8&sni=s.example&spx=%2Fa&type=tcp#reality`,
  `vless://${id}@x.example:443?type=xhttp&path=/x&host=x.example&mode=auto&security=tls&sni=x.example&encryption=none#xhttp`,
  `vless://${id}@g.example:443?type=grpc&serviceName=svc&security=tls&sni=g.example&encryption=none#grpc`,
  `vmess://${base64(JSON.stringify(vmess))}`,
  'trojan://secret@t.example:443?security=tls&sni=t.example&type=tcp#trojan',
  `ss://${base64('aes-256-gcm:pw')}@[2001:db8::1]:8388#ss`,
  'hysteria2://auth@h.example:443?sni=h.example&obfs=salamander&obfs-password=o&mport=1000-2000#hy',
]

const noAdditions = {
  ...{ subJsonFragment: '', subJsonNoises: '', subJsonMux: '', subJsonRules: '', subJsonFinalMask: '' },
  subJsonAlwaysArray: true,
}

describe('a link of another server', () => {
  it.each(links)('%s is dialled in every format as it says', (link) => {
    const entry = externalEntry(link)
    if (!entry) throw new Error('not read')
    const parsed = parseShareLink(link)
    if (!parsed.ok) throw new Error('not parsed')
    // The core's outbound is the parser's, and the link that we would write says the same again.
    const again = externalEntry(shareLink(entry))
    expect({ ...again, remark: '' }).toEqual({ ...entry, remark: '' })
    const { protocol, settings } = xrayOutbound(entry)
    expect({ protocol, settings }).toEqual({
      protocol: parsed.outbound.protocol,
      settings: parsed.outbound.settings,
    })
    const { body, leftOut } = clashConfig([entry])
    expect(leftOut).toEqual([])
    expect(body).toContain(entry.host)
    const singbox = singboxConfig([entry])
    expect(singbox.leftOut).toHaveLength(link.includes('type=xhttp') ? 1 : 0)
    const [config] = jsonConfigs([entry], noAdditions)
    expect(config).toMatchObject({ remarks: entry.remark, outbounds: [{ tag: 'proxy', protocol }, {}, {}] })
  })

  it('keeps that its certificate is not checked, for programs that have such an option', () => {
    const entryOf = (query: string) => externalEntry(`trojan://p@t.example:443?${query}#insecure=1`)
    expect(entryOf('insecure=1')).toMatchObject({ security: { allowInsecure: true } })
    expect(entryOf('sni=a&allowInsecure=true')).toMatchObject({ security: { allowInsecure: true } })
    expect(entryOf('allowInsecure=0')).toMatchObject({ security: { allowInsecure: false } })
  })

  it('has nothing that the operator adds for servers of this panel', () => {
    const entry = externalEntry(links[4] ?? '')!
    const mux = '{"enabled":true,"concurrency":8}'
    const mask = '{"tcp":[{"type":"header-custom"}]}'
    const [config] = jsonConfigs([entry], { ...noAdditions, subJsonMux: mux, subJsonFinalMask: mask })
    expect(JSON.stringify(config?.outbounds)).not.toMatch(/concurrency|header-custom/)
  })

  it.each(['tuic://a@b:1', 'https://shop.example/', 'vless://@x:1', `wg://x@a.example?publickey=y`])(
    '%s is left out where it cannot be converted',
    (link) => expect(externalEntry(link)).toBeUndefined(),
  )
})
