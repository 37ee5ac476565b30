import type { Host } from '#contract/host.ts'
import type { Block } from '#contract/inbound.ts'
import { asBlock, asBlocks } from '#domain/core-config/json.ts'
import { textAt, textsAt } from '#domain/inbounds/stream.ts'
import { blockIn } from '#domain/outbounds/share-parts.ts'
import type { Extras } from './advertised.ts'
import { type SecurityOverride, sameSecurity } from './dialling-security.ts'
import type { TransportOverride } from './dialling-transport.ts'
import { bareHost } from './link-host.ts'

/** One address under which an inbound is advertised, with its overrides. */
export interface AdvertisedAddress {
  /** Blank: the inbound's own host. */
  host: string
  /** 0: the inbound's own port. */
  port: number
  /** The third part of the remark model. */
  remark: string
  security: SecurityOverride
  transport: TransportOverride
  masks: Block
  vlessRoute: number
  extras: Extras
}

const noExtras: Extras = {
  mux: {},
  sockopt: {},
  excludeFrom: [],
  ipVersion: '',
  description: '',
}

const ownAddress: AdvertisedAddress = {
  host: '',
  port: 0,
  remark: '',
  security: sameSecurity,
  transport: { path: '', host: '' },
  masks: {},
  vlessRoute: 0,
  extras: noExtras,
}

const portIn = (value: unknown): number => {
  const port = Number(value)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0
}

/** A block, or the same as JSON text. */
const written = (value: unknown): Block => (typeof value === 'string' ? blockIn(value) : asBlock(value))

/** A row of `streamSettings.externalProxy`; one without an address is ignored. */
function externalAddress(row: Block): AdvertisedAddress | undefined {
  const host = bareHost(textAt(row, 'dest'))
  if (host === '') return undefined
  return {
    ...ownAddress,
    host,
    port: portIn(row.port),
    remark: textAt(row, 'remark'),
    vlessRoute: portIn(row.vlessRoute),
    security: {
      security: textAt(row, 'forceTls') || 'same',
      sni: textAt(row, 'sni'),
      blankSni: false,
      alpn: textsAt(row, 'alpn'),
      fingerprint: textAt(row, 'fingerprint'),
      ech: textAt(row, 'echConfigList'),
      pins: textsAt(row, 'pinnedPeerCertSha256'),
      verifyName: textAt(row, 'verifyPeerCertByName'),
      allowInsecure: row.allowInsecure === true,
    },
  }
}

function hostAddress(host: Host): AdvertisedAddress {
  const address = bareHost(host.address)
  return {
    host: address,
    port: portIn(host.port),
    remark: host.remark,
    security: {
      security: host.security,
      sni: host.overrideSniFromAddress ? address : host.sni,
      blankSni: host.keepSniBlank,
      alpn: host.alpn,
      fingerprint: host.fingerprint,
      ech: host.echConfigList,
      pins: host.pinnedPeerCertSha256,
      verifyName: host.verifyPeerCertByName,
      allowInsecure: host.allowInsecure,
    },
    transport: { path: host.path, host: host.hostHeader },
    masks: written(host.finalMask),
    vlessRoute: portIn(host.vlessRoute),
    extras: {
      mux: written(host.muxParams),
      sockopt: written(host.sockoptParams),
      excludeFrom: host.excludeFromSubTypes.map((type) => type.toLowerCase()),
      ipVersion: host.mihomoIpVersion,
      description: host.serverDescription,
    },
  }
}

const externalAddresses = (stream: Block): AdvertisedAddress[] =>
  asBlocks(stream.externalProxy).flatMap((row) => externalAddress(row) ?? [])

interface AddressSource {
  id: number
  streamSettings: Block
}

/**
 * The addresses of an inbound: the operator's hosts, else its external proxies, else its own. A fallback's child
 * without its own hosts uses its master's.
 */
export function addressesOf(
  inbound: AddressSource,
  master: AddressSource | undefined,
  hosts: readonly Host[],
): AdvertisedAddress[] {
  const usable = hosts.filter((h) => !h.isDisabled && !h.isHidden)
  for (const source of master ? [inbound, master] : [inbound]) {
    const own = usable.filter((h) => h.inboundId === source.id)
    if (own.length > 0) return own.map(hostAddress)
  }
  for (const source of master ? [master, inbound] : [inbound]) {
    const own = externalAddresses(source.streamSettings)
    if (own.length > 0) return own
  }
  return [ownAddress]
}
