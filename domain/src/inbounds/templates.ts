import type { InboundInput } from '#contract/inbound.ts'

export interface RealityParts {
  remark: string
  port: number
  /** host:port of the site that strangers see. */
  target: string
  serverName: string
  privateKey: string
  publicKey: string
  shortIds: readonly string[]
}

/** VLESS + Reality on TCP, ready for Vision: what a newcomer should have, from the wizard and the gallery alike. */
export const realityInbound = (parts: RealityParts): InboundInput => ({
  remark: parts.remark,
  enable: true,
  port: parts.port,
  protocol: 'vless',
  settings: { decryption: 'none', encryption: 'none' },
  streamSettings: {
    network: 'tcp',
    security: 'reality',
    tcpSettings: {},
    realitySettings: {
      show: false,
      xver: 0,
      target: parts.target,
      serverNames: [parts.serverName],
      privateKey: parts.privateKey,
      minClientVer: '1.0.0', // decision 41: blank shuts out mihomo and sing-box
      shortIds: [...parts.shortIds],
      settings: { publicKey: parts.publicKey, fingerprint: 'chrome', spiderX: '/' },
    },
  },
  sniffing: { enabled: true, destOverride: ['http', 'tls', 'quic'] },
})
