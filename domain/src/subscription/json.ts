import type { Block } from '#contract/inbound.ts'
import type { Settings } from '#contract/settings.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { xrayOutbound } from '#domain/links/outbound.ts'
import { blockIn } from '#domain/outbounds/share-parts.ts'
import { asBlocks, blockAt, isBlock } from '#domain/untyped.ts'
import type { Abilities } from './dialling.ts'

export type JsonSettings = Pick<
  Settings,
  | 'subJsonFragment'
  | 'subJsonNoises'
  | 'subJsonMux'
  | 'subJsonRules'
  | 'subJsonFinalMask'
  | 'subJsonAlwaysArray'
>

/** What the settings add to every configuration, computed once per feed. */
interface Additions {
  mux: Block
  rules: readonly Block[]
  masks: Block
  /** The outbound that fragments the first packets and adds noise; the proxy dials through it. */
  dialer: Block | undefined
}

function listIn(text: string): Block[] {
  if (text === '') return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isBlock) : isBlock(value) ? [value] : []
  } catch {
    return [] // refused on save; an invalid value from an imported database is ignored
  }
}

const dialerTag = 'direct_out'
const isEmpty = (block: Block): boolean => Object.keys(block).length === 0

function dialerFor(fragment: Block, noises: readonly Block[]): Block | undefined {
  if (isEmpty(fragment) && noises.length === 0) return undefined
  return {
    tag: dialerTag,
    protocol: 'freedom',
    settings: {
      domainStrategy: 'UseIP',
      ...(!isEmpty(fragment) && { fragment }),
      ...(noises.length > 0 && { noises }),
    },
  }
}

/** Mux does not work with Vision, nor with transports that multiplex themselves. */
const canMux = ({ access, transport, isExternal }: Advertised): boolean =>
  !isExternal &&
  !['hysteria', 'wireguard', 'masque'].includes(access.protocol) &&
  transport.network !== 'xhttp' &&
  !(access.protocol === 'vless' && access.flow !== '')

/** The operator's masks wrap the inbound's; other servers do not know them. With Reality a TCP mask crashes the core. */
function withMasks(entry: Advertised, added: Block): Advertised {
  if (isEmpty(added) || entry.isExternal) return entry
  const masks: Block = { ...entry.masks }
  const layers = entry.security.kind === 'reality' ? ['udp'] : ['tcp', 'udp']
  for (const layer of layers) {
    const list = [...asBlocks(added[layer]), ...asBlocks(masks[layer])]
    if (list.length > 0) masks[layer] = list
  }
  if (isBlock(added.quicParams)) masks.quicParams = { ...added.quicParams, ...blockAt(masks, 'quicParams') }
  return { ...entry, masks }
}

function withDialer(outbound: Block): Block {
  const stream = blockAt(outbound, 'streamSettings')
  const sockopt = { ...blockAt(stream, 'sockopt'), dialerProxy: dialerTag, tcpKeepAliveIdle: 100 }
  return { ...outbound, streamSettings: { ...stream, sockopt } }
}

function configOf(entry: Advertised, { mux, rules, masks, dialer }: Additions): Block {
  const own = isEmpty(entry.extras.mux) ? mux : entry.extras.mux
  const outbound = {
    tag: 'proxy',
    ...xrayOutbound(withMasks(entry, masks), { level: userLevel }),
    ...(!isEmpty(own) && canMux(entry) && { mux: own }),
  }
  const { outbounds, ...rest } = clientTemplate(rules)
  return {
    remarks: entry.remark,
    ...rest,
    outbounds: [dialer ? withDialer(outbound) : outbound, ...outbounds, ...(dialer ? [dialer] : [])],
  }
}

export const fitsJson = ({ extras }: Advertised): boolean => !extras.excludeFrom.includes('json')

/** Such an app would take the configuration and refuse to start with it. */
const isTooNew = ({ access }: Advertised, { noMasque = false }: Abilities): boolean =>
  access.protocol === 'masque' && noMasque

/** A complete client configuration for each entry. */
export function jsonConfigs(entries: readonly Advertised[], s: JsonSettings, app: Abilities = {}): Block[] {
  const additions: Additions = {
    mux: blockIn(s.subJsonMux),
    rules: listIn(s.subJsonRules),
    masks: blockIn(s.subJsonFinalMask),
    dialer: dialerFor(blockIn(s.subJsonFragment), listIn(s.subJsonNoises)),
  }
  const fit = entries.filter((entry) => fitsJson(entry) && !isTooNew(entry, app))
  return fit.map((entry) => configOf(entry, additions))
}

/** A single configuration as an object if the app expects that, else a list; `[]` for none (R34). */
export function jsonSubscription(
  entries: readonly Advertised[],
  s: JsonSettings,
  app: Abilities = {},
): string {
  const configs = jsonConfigs(entries, s, app)
  const single = configs.length === 1 && !s.subJsonAlwaysArray
  return JSON.stringify(single ? configs[0] : configs, null, 2)
}

/** Policy level of the user in the client's own configuration; its timeouts are below. */
const userLevel = 8

const sniffing = { enabled: true, destOverride: ['http', 'tls', 'quic', 'fakedns'] }

/** The rest of a client's configuration: loopback inbounds, a resolver, and direct routes. */
const clientTemplate = (rules: readonly Block[]): Block & { outbounds: Block[] } => ({
  log: { loglevel: 'warning' },
  dns: {
    tag: 'dns_out',
    queryStrategy: 'UseIP',
    servers: [{ address: '8.8.8.8', skipFallback: false }],
  },
  inbounds: [
    {
      tag: 'socks',
      listen: '127.0.0.1',
      port: 10_808,
      protocol: 'mixed',
      settings: { auth: 'noauth', udp: true, userLevel },
      sniffing,
    },
    { tag: 'http', listen: '127.0.0.1', port: 10_809, protocol: 'http', settings: { userLevel } },
  ],
  outbounds: [
    { tag: 'direct', protocol: 'freedom', settings: { domainStrategy: 'AsIs' } },
    { tag: 'block', protocol: 'blackhole', settings: { response: { type: 'http' } } },
  ],
  policy: {
    levels: { [userLevel]: { connIdle: 300, downlinkOnly: 1, handshake: 4, uplinkOnly: 1 } },
    system: { statsOutboundUplink: true, statsOutboundDownlink: true },
  },
  routing: {
    domainStrategy: 'AsIs',
    rules: [...rules, { type: 'field', network: 'tcp,udp', outboundTag: 'proxy' }],
  },
  stats: {},
})
