import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coded, inEnglish } from '#domain/refusal.ts'
import { parseShareLink, shareSchemes } from './share-link.ts'
import { mostLinks, parseShareList, withOwnTags } from './share-list.ts'

const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const url64 = (text: string) => Buffer.from(text).toString('base64url')
const vmess = (more: object) =>
  `vmess://${base64(JSON.stringify({ v: '2', ps: 'm', add: 'm.example', port: '443', id, aid: 0, ...more }))}`

/** Name -> link; the expected result is in the golden file of that name. */
const links: Record<string, string> = {
  'vless-reality': `vless://${id}@r.example:443?encryption=none&flow=xtls-rprx-vision&fp=firefox&pbk=SbVKOEMjK0sIlbwg4akyBg5mL5KZwwB-ed4eEE7YnRc&security=reality&sid=6ba85179e30d4fc2&sni=www.example.com&spx=%2Fa%20b&type=tcp#Name%20%E2%9C%93`,
  'vless-ws-tls-ipv6': `vless://${id}@[2001:db8::1]:8443?type=ws&security=tls&path=%2Fchat%3Fed%3D2048&host=cdn.example&alpn=h2%2Chttp%2F1.1&fp=chrome#v6`,
  'vless-grpc': `vless://${id}@g.example:443?type=grpc&serviceName=a%2Fb&authority=g&mode=multi&security=tls&sni=g.example&allowInsecure=1`,
  'vless-xhttp': `vless://${id}@x.example:443?type=splithttp&path=/x&host=x.example&mode=auto&x_padding_bytes=100-1000&extra=%7B%22sessionKey%22%3A%22k%22%2C%22xmux%22%3A%7B%22maxConcurrency%22%3A%2216-32%22%7D%7D&security=tls&sni=x.example&encryption=mlkem768x25519plus.native.0rtt.100-111-1111.${url64('k'.repeat(32))}`,
  'vless-kcp': `vless://${id}@k.example:2000?type=kcp&headerType=wechat-video&seed=a%20seed&mtu=1350&security=none#kcp`,
  'vless-http-header': `vless://${id}@h.example:80?type=tcp&headerType=http&path=/a,/b&host=one.example,two.example#http`,
  'vmess-ws': vmess({ net: 'ws', path: '/w', host: 'h.example', tls: 'tls', sni: '', scy: 'aes-128-gcm' }),
  'vmess-grpc': vmess({ net: 'grpc', type: 'multi', path: 'svc', tls: '', port: 80 }),
  'vmess-url': `vmess://${id}@u.example:80?type=ws&path=/&security=none#by%20URL`,
  'trojan-tls': 'trojan://p%40ss%2Fword@t.example:443?peer=sni.example#T',
  'ss-sip002': `ss://${url64('chacha20-ietf-poly1305:p:a@ss/w+d')}@s.example:8388/?x=1#SIP002`,
  'ss-legacy': `ss://${base64('aes-256-gcm:p%a@ss@[2001:db8::2]:8388')}#old%20form`,
  'ss-2022':
    'ss://2022-blake3-aes-128-gcm:c2VydmVya2V5c2VydmVya2U%3D:dXNlcmtleXVzZXJrZXl1c2U%3D@s.example:443#2022',
  'ss-obfs': `ss://${url64('aes-128-gcm:pw')}@s.example:80/?plugin=obfs-local%3Bobfs%3Dhttp%3Bobfs-host%3Dweb.example#obfs`,
  hysteria2: `hysteria2://user:pa%3Ass@h.example:443,20000-30000/?sni=s.example&obfs=salamander&obfs-password=o%20p&insecure=1&pinSHA256=${'AB:'.repeat(31)}CD#hy`,
  'hysteria2-gecko': 'hy2://secret@h.example:443?sni=s.example&obfs=gecko&obfs-password=o#gecko',
  wireguard: `wireguard://${encodeURIComponent(base64('s'.repeat(32)))}@[2001:db8::4]:51820?publickey=${encodeURIComponent(base64('p'.repeat(32)))}&presharedkey=&address=10.0.0.2%2F32,fd00::2%2F128&mtu=1280&reserved=1,2,3&keepalive=25#wg`,
  'hy2-default-port': 'hy2://secret@[2001:db8::3]?mport=1000-2000',
}

describe('a share link', () => {
  it.each(Object.entries(links))('%s becomes an outbound', async (name, link) => {
    const parsed = parseShareLink(link)
    expect(parsed.ok ? parsed.outbound : parsed.why).toMatchObject({ tag: expect.stringMatching(/./) })
    await expect(`${JSON.stringify(parsed, null, 2)}\n`).toMatchFileSnapshot(`golden/${name}.golden.json`)
  })

  it.each([
    ['nothing at all', 'share-link.not-a-link'],
    ['tuic://a@b:1', 'share-link.scheme-unsupported'],
    ['hysteria://a@b:1', 'share-link.scheme-unsupported'],
    ['__proto__://a@b:1', 'share-link.not-a-link'],
    ['constructor://a@b:1', 'share-link.scheme-unsupported'],
    ['vless://@a.example:1', 'share-link.no-id'],
    [`vless://${id}@a.example`, 'share-link.no-port'],
    [`vless://${id}@a.example:70000`, 'share-link.no-port'],
    [`vless://${id}@:443`, 'share-link.no-server'],
    [`vless://${id}@a b:443`, 'share-link.no-server'],
    [`vless://${id}@a.example:1?type=quic`, 'share-link.transport-unknown'],
    [`vless://${id}@a.example:1?type=constructor`, 'share-link.transport-unknown'],
    [`vless://${id}@a.example:1?security=reality`, 'share-link.no-reality-key'],
    [`vless://${id}@a.example:1?security=tls&pcs=abcd`, 'share-link.pin-not-sha256'],
    [
      `vless://${id}@a.example:1?encryption=mlkem768x25519plus.native.0rtt.key`,
      'share-link.encryption-unknown',
    ],
    [`vless://${id}@a.example:1?encryption=aes`, 'share-link.encryption-unknown'],
    [`vless://${id}@a.example:1?security=x`, 'share-link.security-unknown'],
    ['vmess://!!!', 'share-link.damaged'],
    [vmess({ add: '' }), 'share-link.no-server'],
    [`ss://${url64('rc4-md5:x')}@a.example:1`, 'share-link.cipher-unknown'],
    [`ss://${url64('aes-128-gcm:')}@a.example:1`, 'share-link.no-password'],
    [`ss://${url64('aes-128-gcm:x')}@a.example:1?plugin=v2ray-plugin`, 'share-link.plugin-unsupported'],
    ['wg://x@a.example?publickey=y', 'share-link.wireguard-key'],
    [`wg://@a.example?publickey=${base64('p'.repeat(32))}`, 'share-link.no-secret-key'],
    ['hy2://a@b.example:1?obfs=xor', 'share-link.obfuscation-unknown'],
  ])('%s is refused: %s', (link, code) => {
    expect(parseShareLink(link)).toMatchObject({ ok: false, why: { code } })
  })

  it('never throws, and gives a server and a port or a reason', () => {
    const junk = fc.oneof(
      fc.string(),
      fc.tuple(fc.constantFrom(...shareSchemes), fc.string()).map(([s, t]) => `${s}://${t}`),
      fc
        .tuple(fc.constantFrom(...shareSchemes), fc.string(), fc.string(), fc.nat(99_999), fc.string())
        .map(([s, user, host, port, query]) => `${s}://${user}@${host}:${port}?${query}#%E0%A4`),
      fc.json().map((json) => `vmess://${base64(json)}`),
      fc.string().map((inner) => `ss://${base64(inner)}`),
    )
    fc.assert(
      fc.property(junk, (text) => {
        const parsed = parseShareLink(text)
        expect(parsed.ok ? parsed.outbound.tag : inEnglish(parsed.why)).not.toBe('')
      }),
      { numRuns: 400 },
    )
  })
})

describe('a list of share links', () => {
  const list = ['# a comment', links['trojan-tls'], '', 'junk', links.hysteria2, 'tuic://x@y:1'].join('\r\n')
  const skipped = [
    { line: 4, why: coded('share-link.not-a-link') },
    { line: 6, why: coded('share-link.scheme-unsupported', { scheme: 'tuic' }) },
  ]

  it.each([
    ['lines', list],
    ['Base64', base64(list)],
    ['Base64 for URLs without padding, in lines', url64(list).replace(/.{40}/g, '$&\n')],
    ['a byte order mark', `\uFEFF${list}`],
  ])('is read from %s, and says what it leaves out', (_, text) => {
    const read = parseShareList(text)
    expect(read.outbounds.map((o) => o.tag)).toEqual(['T', 'hy'])
    expect(read.skipped).toEqual(skipped)
  })

  it('is read as far as a core can bear it', () => {
    const read = parseShareList(`${links['trojan-tls']}\n`.repeat(mostLinks + 5))
    expect(read.outbounds).toHaveLength(mostLinks)
    expect(read.skipped).toEqual([
      { line: mostLinks + 1, why: coded('share-link.too-many', { max: mostLinks }) },
    ])
  })

  it('gives every outbound a tag of its own', () => {
    const tags = (given: string[]) =>
      withOwnTags(
        given.map((tag) => ({ tag })),
        'p-',
      ).map((o) => o.tag)
    expect(tags(['a', 'b', 'a', 'a-2', 'a'])).toEqual(['p-a', 'p-b', 'p-a-2', 'p-a-2-2', 'p-a-3'])
  })
})
