import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseShareLink, shareSchemes } from '#domain/outbounds/share-link.ts'
import { inEnglish } from '#domain/refusal.ts'
import { fuzzing, fuzzTimeout, hostileText, jsonOf, piece } from '../fuzz.ts'

// A share link is untrusted: of its JSON only client-side keys may reach the core.

const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Every key that an outbound made of a link may have, at any depth. */
const known = `
  tag protocol settings vnext servers address port users id encryption flow security password method
  version secretKey peers publicKey preSharedKey endpoint allowedIPs keepAlive reserved mtu
  noKernelTun workers domainStrategy streamSettings network tlsSettings realitySettings tcpSettings
  wsSettings httpupgradeSettings grpcSettings xhttpSettings splithttpSettings kcpSettings
  hysteriaSettings finalmask auth serverName alpn fingerprint echConfigList verifyPeerCertByName
  pinnedPeerCertSha256 enableSessionResumption minVersion maxVersion cipherSuites curvePreferences
  shortId spiderX mldsa65Verify path host header request type headers serviceName authority multiMode
  tti mode extra xPaddingBytes xPaddingObfsMode xPaddingKey xPaddingHeader xPaddingPlacement
  xPaddingMethod uplinkHTTPMethod sessionIDPlacement sessionIDKey sessionIDTable sessionIDLength
  seqPlacement seqKey uplinkDataPlacement uplinkDataKey uplinkChunkSize noGRPCHeader noSSEHeader
  scMaxEachPostBytes scMinPostsIntervalMs scMaxBufferedPosts scStreamUpServerSecs xmux maxConcurrency
  maxConnections cMaxReuseTimes hMaxRequestTimes hMaxReusableSecs hKeepAlivePeriod downloadSettings
  tcp udp quicParams packets length lengths delay delays maxSplit clients errors client server
  randRange packet rand capture reuse ascii customTable customTables paddingMin paddingMax value reset
  noise packetSize congestion bbrProfile brutalUp brutalDown udpHop ports interval
  initStreamReceiveWindow maxStreamReceiveWindow initConnectionReceiveWindow
  maxConnectionReceiveWindow maxIdleTimeout keepAlivePeriod disablePathMTUDiscovery maxIncomingStreams
  disableChromeParrot disableGSO brutalDisableLossCompensation disableStatelessReset
`
  .trim()
  .split(/\s+/)
/**
 * Files, sockets, other outbounds, and keys that nothing reads: an operator may write some of these, a link
 * none.
 */
const evil = `
  masterKeyLog MASTERKEYLOG certificates certificateFile keyFile certificate key usage sockopt Sockopt
  dialerProxy interface mark tproxy customSockopt proxySettings mux sendThrough allowInsecure
  disableSystemRoot echServerKeys echSockopt show dest target privateKey serverNames
  limitFallbackUpload acceptProxyProtocol rejectUnknownSni zz-unknown file unixSocket domainSocket
  expr targetStrategy finalRules redirect fakedns
`
  .trim()
  .split(/\s+/)

const allowed = new Set(known)

/** Forbidden keys, each with its path; names of HTTP headers are free. */
function strayKeys(value: unknown, way: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => strayKeys(one, way))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(allowed.has(key) || way.endsWith('.headers') ? [] : [`${way}.${key}`]),
    ...strayKeys(inner, `${way}.${key}`),
  ])
}

/** The core panics on a negative size or time; one interval may be -1, which disables it. */
function negatives(value: unknown, way: string): string[] {
  if (typeof value === 'number')
    return value < 0 && !way.endsWith('.hKeepAlivePeriod') ? [`${way} = ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => negatives(inner, `${way}.${key}`))
}

const json = jsonOf([...known, ...evil])
const object = fc
  .array(fc.tuple(fc.constantFrom(...known, ...evil), json), { maxLength: 8 })
  .map(Object.fromEntries)
const masked = fc.record({
  tcp: fc.array(
    fc.record({ type: fc.constantFrom('fragment', 'header-custom', 'sudoku', 'x'), settings: object }),
  ),
  udp: fc.array(
    fc.record({ type: fc.constantFrom('noise', 'salamander', 'mkcp-legacy', 'xdns'), settings: object }),
  ),
  quicParams: object,
})
const link = fc.record({
  scheme: fc.constantFrom('vless', 'trojan', 'vmess', 'hysteria2', 'ss'),
  type: fc.constantFrom('xhttp', 'splithttp', 'tcp', 'ws', 'grpc', 'kcp', 'httpupgrade'),
  security: fc.constantFrom('none', 'tls', 'reality'),
  extra: fc.oneof(object, json),
  fm: fc.oneof(masked, object, json),
  more: fc.array(fc.tuple(fc.constantFrom(...known, ...evil), fc.oneof(piece, hostileText)), {
    maxLength: 3,
  }),
})
type Link = typeof link extends fc.Arbitrary<infer L> ? L : never

function textOf({ scheme, type, security, extra, fm, more }: Link): string {
  const asked = {
    type,
    security,
    pbk: 'k',
    sni: 'a.example',
    extra: JSON.stringify(extra),
    fm: JSON.stringify(fm),
  }
  if (scheme === 'vmess') {
    const fields = {
      ...Object.fromEntries(more),
      ...asked,
      add: 'a.example',
      port: 1,
      id,
      net: type,
      tls: security,
    }
    return `vmess://${base64(JSON.stringify(fields))}`
  }
  const user = scheme === 'ss' ? base64('aes-128-gcm:pw') : id
  const query = new URLSearchParams([...more, ...Object.entries(asked)]) // the first of a name counts
  return `${scheme}://${user}@a.example:443?${query}#x`
}

function expectTame(link: string) {
  const parsed = parseShareLink(link)
  if (!parsed.ok) {
    expect(inEnglish(parsed.why)).toMatch(/^[^\n]{5,300}$/)
    return
  }
  expect(strayKeys(parsed.outbound, 'outbound')).toEqual([])
  expect(negatives(parsed.outbound, 'outbound')).toEqual([])
}

it('a key that is not client-side never reaches the core through a link', { timeout: fuzzTimeout }, () => {
  fc.assert(
    fc.property(link, (one) => expectTame(textOf(one))),
    fuzzing('links with JSON', 1_500),
  )
})

it.each(evil)('%s is not allowed in a link, at any depth', (key) => {
  for (const value of ['/etc/passwd', { dialerProxy: 'x' }, [{ a: 1 }], true, -1]) {
    const bad = { [key]: value }
    const download = {
      address: 'b.example',
      port: 443,
      network: 'xhttp',
      security: 'tls',
      tlsSettings: bad,
      ...bad,
    }
    const extras = [
      bad,
      { downloadSettings: download },
      { xmux: bad },
      { downloadSettings: { ...download, sockopt: bad } },
    ]
    const masks = [bad, { udp: [{ type: 'noise', settings: { ...bad, noise: [bad] } }] }, { quicParams: bad }]
    const plain = { scheme: 'vless', type: 'xhttp', security: 'tls', more: [] }
    for (const extra of extras) expectTame(textOf({ ...plain, extra, fm: {} } as Link)) // the generator made it in this shape
    for (const fm of masks) expectTame(textOf({ ...plain, extra: {}, fm } as Link)) // as above
  }
})

it.each(known)('%s with an object instead of its value is skipped or refused, never a fault', (key) => {
  const odd = { [key]: { toString: 1, valueOf: 1 } }
  const download = { address: 'b.example', port: 443, network: 'xhttp', ...odd }
  const plain: Link = { scheme: 'vless', type: 'xhttp', security: 'tls', extra: odd, fm: odd, more: [] }
  expectTame(textOf(plain))
  expectTame(textOf({ ...plain, extra: { xmux: odd, downloadSettings: download }, fm: {} }))
  for (const type of ['noise', 'salamander'])
    expectTame(
      textOf({
        ...plain,
        extra: {},
        fm: { udp: [{ type, settings: { ...odd, noise: [odd] } }], quicParams: odd },
      }),
    )
  const fields = { add: 'a.example', port: 1, id, net: 'ws', tls: 'tls', ...odd }
  expectTame(`vmess://${base64(JSON.stringify(fields))}`)
})

it('the examples become an outbound', () => {
  const tame = {
    xmux: { maxConcurrency: '16-32' },
    downloadSettings: { address: 'b.example', port: 443, network: 'xhttp' },
  }
  const text = textOf({ scheme: 'vless', type: 'xhttp', security: 'tls', extra: tame, fm: {}, more: [] })
  expect(parseShareLink(text)).toMatchObject({ ok: true, outbound: { streamSettings: { network: 'xhttp' } } })
  expect(shareSchemes).toContain('vless')
})
