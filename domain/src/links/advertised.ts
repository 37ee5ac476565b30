import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import type { Network } from '#contract/protocol.ts'

/** What one client shows to one inbound. */
export type Access =
  | { protocol: 'vless'; id: string; flow: string; encryption: string }
  | { protocol: 'vmess'; id: string; cipher: 'auto' | 'aes-128-gcm' | 'chacha20-poly1305' }
  | { protocol: 'trojan'; password: string }
  /** `keys`: the server's and the client's with a 2022 cipher, else the client's alone. `udp`: whether it takes packets. */
  | { protocol: 'shadowsocks'; method: string; keys: readonly string[]; udp: boolean }
  /** Version 2; `obfs` is Salamander's password, `ports` the range to hop over; blank for none. */
  | { protocol: 'hysteria'; auth: string; obfs: string; ports: string }

export type LinkProtocol = Access['protocol']

/** The dialling side of a transport. What a network does not have is blank. */
export interface Transport {
  network: Network
  /** ws, httpupgrade, xhttp; tcp with an HTTP header: the first path. */
  path: string
  /** The Host to ask for (same networks); blank is the client's own choice. */
  host: string
  /** ws, httpupgrade, xhttp: further headers, without Host. */
  headers: Readonly<Record<string, string>>
  /** tcp: whether it looks like HTTP. */
  headerType: 'none' | 'http'
  /** grpc. */
  serviceName: string
  authority: string
  multiMode: boolean
  /** xhttp. */
  mode: string
  /** The whole block as the core's dialling side reads it. */
  settings: Block
}

export type Security =
  | { kind: 'none' }
  | {
      kind: 'tls'
      /** Blank: none is sent where the host is an address, else the host. */
      sni: string
      alpn: readonly string[]
      fingerprint: string
      ech: string
      /** SHA-256 of certificates, in lower-case hex. */
      pins: readonly string[]
      /** A name to check the certificate against instead of `sni`. */
      verifyName: string
      /** The operator's word; the core of today has no such switch. */
      allowInsecure: boolean
    }
  | {
      kind: 'reality'
      sni: string
      fingerprint: string
      publicKey: string
      /** One of the server's, the same for a client at every call (R33). */
      shortId: string
      spiderX: string
      mldsa65Verify: string
    }

/** What an operator's advertised address (contract/host.ts) says beside the way there. */
export interface Extras {
  /** The core's `mux` and `sockopt` for this entry; {} where nothing is said. */
  mux: Block
  sockopt: Block
  /** Formats that leave this entry out, as `excludeFromSubTypes` has them, in lower case. */
  excludeFrom: readonly string[]
  /** Clash only. */
  ipVersion: string
  x25519: boolean
  description: string
}

/**
 * One thing a client can dial. Links, JSON, Clash and sing-box are renderings of this value; none of them looks at
 * the inbound again.
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
  /** The core's `finalmask` from the client's side; {} where there is none. */
  masks: Block
  extras: Extras
}

/** An inbound that could not be rendered: it never spoils the rest (R35). */
export interface LeftOut {
  inboundId: number
  reason: string
  reasonCoded: Coded
}
