import type { Block } from '#contract/inbound.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { type Rendered, sortOut, uniqueNames } from './rendered.ts'
import { singboxCannot, singboxOutbound } from './singbox-outbound.ts'

const select = 'select'
const auto = 'auto'
const direct = 'direct'

/** A tun device for all traffic, and a local proxy. */
const inbounds: readonly Block[] = [
  {
    type: 'tun',
    tag: 'tun-in',
    address: ['172.19.0.1/30', 'fdfe:dcba:9876::1/126'],
    auto_route: true,
    strict_route: true,
  },
  { type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 2080 },
]

/** DNS goes through the proxy; the proxy's own name is resolved directly. */
const dns = (detour: string): Block => ({
  servers: [
    { type: 'local', tag: 'local' },
    ...(detour === direct ? [] : [{ type: 'tls', tag: 'remote', server: '8.8.8.8', detour }]),
  ],
  final: detour === direct ? 'local' : 'remote',
})

const rules: readonly Block[] = [
  { action: 'sniff' },
  { protocol: 'dns', action: 'hijack-dns' },
  { ip_is_private: true, action: 'route', outbound: direct },
]

/** What can be dialled comes first: a message is only there to be read. */
function choices(tags: readonly string[], messages: readonly string[]): Block[] {
  if (tags.length + messages.length === 0) return []
  const automatic = tags.length > 0 ? [auto] : []
  return [
    {
      type: 'selector',
      tag: select,
      outbounds: [...automatic, ...messages, ...tags, direct],
      default: automatic[0] ?? direct,
    },
    ...automatic.map((tag) => ({ type: 'urltest', tag, outbounds: tags })),
  ]
}

/** A client's configuration for sing-box 1.14; without entries everything goes direct (R34). */
export function singboxConfig(entries: readonly Advertised[]): Rendered {
  const { fit, leftOut } = sortOut(entries, ['singbox', 'sing-box'], singboxCannot)
  const tags = uniqueNames(fit, [select, auto, direct])
  const isMessage = (_: string, i: number) => fit[i]?.isInfo === true
  const messages = tags.filter(isMessage)
  const dialled = tags.filter((tag, i) => !isMessage(tag, i))
  const final = fit.length > 0 ? select : direct
  const config = {
    log: { level: 'warn' },
    dns: dns(dialled.length > 0 ? select : direct),
    inbounds,
    outbounds: [
      ...choices(dialled, messages),
      ...fit.map((entry, i) => singboxOutbound(tags[i] ?? '', entry)),
      { type: direct, tag: direct },
    ],
    route: { rules, final, default_domain_resolver: 'local', auto_detect_interface: true },
  }
  return { body: `${JSON.stringify(config, null, 2)}\n`, leftOut }
}
