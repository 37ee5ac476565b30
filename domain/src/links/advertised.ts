import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import type { Network } from '#contract/protocol.ts'

/** Bytes of a piece, at least and at most. */
export type PieceSizes = readonly [least: number, most: number]

export type Access =
  | { protocol: 'vless'; id: string; flow: string; encryption: string }
  | { protocol: 'vmess'; id: string; cipher: 'auto' | 'aes-128-gcm' | 'chacha20-poly1305' }
  | { protocol: 'trojan'; password: string }
  /** `keys`: server and client key with a 2022 cipher, else the client's key. `udp`: whether it accepts packets. */
  | { protocol: 'shadowsocks'; method: string; keys: readonly string[]; udp: boolean }
  /**
   * Version 2; `obfs` is Salamander's password, `ports` the hopping range; blank for none. With `gecko` the first packets are
   * cut into pieces of these sizes. Each end has sizes of its own, and must know that the other one cuts.
   */
  | { protocol: 'hysteria'; auth: string; obfs: string; gecko?: PieceSizes | undefined; ports: string }
  | WireguardAccess
  /** A tunnel inside HTTP. `dns`: name servers inside it; none: those of the app. */
  | { protocol: 'masque'; user: string; password: string; dns: readonly string[] }

export interface WireguardAccess {
  protocol: 'wireguard'
  privateKey: string
  /** Of the server. */
  publicKey: string
  /** Blank for none. */
  preSharedKey: string
  /** Inside the tunnel: `10.0.0.2/32`. */
  addresses: readonly string[]
  dns: readonly string[]
  mtu: number
  /** Seconds; 0: none. */
  keepAlive: number
}

export type LinkProtocol = Access['protocol']

/** The client side of a transport. Fields that a network does not have are blank. */
export interface Transport {
  network: Network
  /** ws, httpupgrade, xhttp, and tcp with an HTTP header (its first path). */
  path: string
  /** The Host header (same networks); blank: the client chooses. */
  host: string
  /** ws, httpupgrade, xhttp: other headers, without Host. */
  headers: Readonly<Record<string, string>>
  /** tcp: whether it has an HTTP header. */
  headerType: 'none' | 'http'
  /** grpc. */
  serviceName: string
  authority: string
  multiMode: boolean
  /** xhttp. */
  mode: string
  /** The whole block as the core's client side reads it. */
  settings: Block
}

export type Security =
  | { kind: 'none' }
  | {
      kind: 'tls'
      /** Blank: the host, or none if the host is an IP address. */
      sni: string
      alpn: readonly string[]
      fingerprint: string
      ech: string
      /** SHA-256 of certificates, in lower-case hex. */
      pins: readonly string[]
      /** A name to check the certificate against instead of `sni`. */
      verifyName: string
      /** Set by the operator; current cores have no such option. */
      allowInsecure: boolean
    }
  | {
      kind: 'reality'
      sni: string
      fingerprint: string
      publicKey: string
      /** One of the server's values, stable per client (R33). */
      shortId: string
      spiderX: string
      mldsa65Verify: string
    }

/** Extra settings of an operator's advertised address (contract/host.ts). */
export interface Extras {
  /** The core's `mux` and `sockopt` for this entry; {} if not set. */
  mux: Block
  sockopt: Block
  /** Formats that leave this entry out, as in `excludeFromSubTypes`, in lower case. */
  excludeFrom: readonly string[]
  /** Clash only. */
  ipVersion: string
  description: string
}

export const noExtras: Extras = { mux: {}, sockopt: {}, excludeFrom: [], ipVersion: '', description: '' }

/**
 * One thing a client can dial. Links, JSON, Clash and sing-box are renderings of this value; none of them reads the
 * inbound (ADR 053).
 */
export interface Advertised {
  inboundId: number
  email: string
  /** Unique among a client's entries and never blank. */
  remark: string
  /** A name or an address, IPv6 without brackets. */
  host: string
  port: number
  access: Access
  transport: Transport
  security: Security
  /** The core's `finalmask` from the client's side; {} if there is none. */
  masks: Block
  extras: Extras
  /** The core that serves it takes only Reality clients that offer X25519MLKEM768. */
  asksKeyShare?: true
  /** Its name is a message: nobody can dial it, so no program may choose it by itself. */
  isInfo?: true
  /** A server of somebody else: what the operator adds for its own servers does not hold there. */
  isExternal?: true
}

/** An inbound that could not be rendered; it does not affect the others (R35). */
export interface LeftOut {
  inboundId: number
  reason: string
  reasonCoded: Coded
}
