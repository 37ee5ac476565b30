import type { Block } from '#contract/inbound.ts'
import { hostPort } from '#domain/net/address.ts'
import { filled } from '#domain/untyped.ts'
import { everyAddress } from '#domain/wireguard/pool.ts'
import type { Access, Advertised, Security } from './advertised.ts'

type Settings = {
  [P in Access['protocol']]: (a: Extract<Access, { protocol: P }>, at: Block, o: Block) => Block
}

/** `vnext` and `servers` are understood by every core version. */
const settingsFor: Settings = {
  vless: ({ id, encryption, flow }, at, level) => ({
    vnext: [{ ...at, users: [{ id, encryption, ...(flow && { flow }), ...level }] }],
  }),
  vmess: ({ id, cipher }, at, level) => ({ vnext: [{ ...at, users: [{ id, security: cipher, ...level }] }] }),
  trojan: ({ password }, at, level) => ({ servers: [{ ...at, password, ...level }] }),
  shadowsocks: ({ method, keys }, at, level) => ({
    servers: [{ ...at, method, password: keys.join(':'), ...level }],
  }),
  hysteria: (_, at) => ({ version: 2, ...at }),
  masque: ({ dns }, at) => ({ ...at, ...(dns.length > 0 && { remoteDNS: dns }) }),
  // No kernel device: an app has no right to make one.
  wireguard: ({ privateKey, publicKey, preSharedKey, addresses, mtu, keepAlive }, { address, port }) => ({
    secretKey: privateKey,
    address: addresses,
    peers: [
      {
        endpoint: hostPort(String(address), Number(port)),
        publicKey,
        allowedIPs: everyAddress,
        ...(preSharedKey && { preSharedKey }),
        ...(keepAlive > 0 && { keepAlive }),
      },
    ],
    mtu,
    noKernelTun: true,
  }),
}

function settingsOf({ access, host, port }: Advertised, level: Block): Block {
  // The table is keyed by the entry's own protocol.
  const make = settingsFor[access.protocol] as (a: Access, at: Block, level: Block) => Block
  return make(access, { address: host, port }, level)
}

function securityBlock(security: Security): Block {
  if (security.kind === 'none') return {}
  if (security.kind === 'reality') {
    const { kind: _, sni, ...rest } = security
    return { realitySettings: filled({ serverName: sni, ...rest }) }
  }
  const { sni, alpn, fingerprint, ech, pins, verifyName } = security
  return {
    tlsSettings: filled({
      serverName: sni,
      alpn,
      fingerprint,
      echConfigList: ech,
      verifyPeerCertByName: verifyName,
      pinnedPeerCertSha256: pins.join(','),
    }),
  }
}

/** The transports that say who the client is. */
function loginOf(access: Access): Block {
  if (access.protocol === 'hysteria') return { auth: access.auth }
  return access.protocol === 'masque' ? { user: access.user, pass: access.password } : {}
}

function xrayStream({ access, transport, security, masks, extras }: Advertised): Block {
  const { network, settings } = transport
  return {
    // A tunnel is its own transport.
    ...(access.protocol !== 'wireguard' && {
      network,
      security: security.kind,
      [`${network}Settings`]: { ...settings, ...loginOf(access) },
      ...securityBlock(security),
    }),
    ...(Object.keys(masks).length > 0 && { finalmask: masks }),
    ...(Object.keys(extras.sockopt).length > 0 && { sockopt: extras.sockopt }),
  }
}

/** The outbound with which a core dials this entry; the caller adds the tag. `level`: of the core's `policy`. */
export function xrayOutbound(entry: Advertised, { level }: { level?: number } = {}): Block {
  const stream = xrayStream(entry)
  return {
    protocol: entry.access.protocol,
    settings: settingsOf(entry, level === undefined ? {} : { level }),
    ...(Object.keys(stream).length > 0 && { streamSettings: stream }),
  }
}
