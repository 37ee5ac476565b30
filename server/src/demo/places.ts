import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** The two nodes. Their names lead nowhere: the demo dials panels in its own process (`nodes.ts`). */
export const nodes = [
  { name: 'Frankfurt', host: 'frankfurt.example.com' },
  { name: 'Helsinki', host: 'helsinki.example.com' },
] as const
export type NodeHost = (typeof nodes)[number]['host']

const sniffing = { enabled: true, destOverride: ['http', 'tls', 'quic'] }
const vless = { protocol: 'vless', settings: { decryption: 'none' } }

function reality() {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const [own, shown] = [privateKey.export({ format: 'jwk' }), publicKey.export({ format: 'jwk' })]
  return {
    network: 'tcp',
    security: 'reality',
    realitySettings: {
      target: 'www.example.com:443',
      serverNames: ['www.example.com'],
      privateKey: own.d,
      shortIds: [randomBytes(4).toString('hex')],
      settings: { publicKey: shown.x, fingerprint: 'chrome' },
    },
  }
}

export const ownInbounds = () => [
  { remark: 'Reality', port: 9443, ...vless, streamSettings: reality(), sniffing },
  {
    remark: 'Behind the CDN',
    port: 9080,
    ...vless,
    streamSettings: { network: 'ws', security: 'none', wsSettings: { path: '/stream' } },
    sniffing,
  },
  { remark: 'Trojan', port: 9444, protocol: 'trojan', settings: {}, streamSettings: reality(), sniffing },
  {
    remark: 'Shadowsocks',
    port: 9388,
    protocol: 'shadowsocks',
    settings: { method: 'chacha20-ietf-poly1305', network: 'tcp,udp' },
    streamSettings: { network: 'tcp', security: 'none' },
  },
]

export const nodeInbounds = () => [
  { remark: 'Frankfurt', port: 9445, ...vless, streamSettings: reality(), sniffing },
  {
    remark: 'Helsinki',
    port: 9081,
    protocol: 'vmess',
    settings: {},
    streamSettings: { network: 'ws', security: 'none', wsSettings: { path: '/' } },
    sniffing,
  },
]

/** Names in links and subscriptions. They lead nowhere, too. */
export const addresses = {
  ...{ publicHost: 'demo.example.com', subURI: 'https://demo.example.com/sub/', currency: 'EUR' },
}

const GB = 1024 ** 3
export const plans = [
  { name: 'Gold', totalGB: 400 * GB, days: 30, limitIp: 3, group: 'gold', inboundIds: [1, 2] },
  { name: 'Silver', totalGB: 100 * GB, days: 30, limitIp: 2, group: 'silver', inboundIds: [1] },
  { name: 'Trial', totalGB: 5 * GB, days: 3, delayedStart: true, limitIp: 1, inboundIds: [1] },
]

/** Clients of the content network reach the second inbound at the address of the network. */
export const advertised = {
  remark: 'CDN',
  hosts: ['cdn.example.com'],
  inboundIds: [2],
  port: 443,
  security: 'tls',
  sni: 'cdn.example.com',
}

/** An outbound and a few rules, as an operator would have them. */
export function withRouting(template: { outbounds: object[]; routing: { rules: object[] } }): object {
  const server = {
    address: 'exit.example.com',
    port: 443,
    users: [{ id: '5f4f1c9a-2c0e-4a7e-8a53-0d5d6a1b7c11', encryption: 'none' }],
  }
  template.outbounds.push({ tag: 'exit', protocol: 'vless', settings: { vnext: [server] } })
  template.routing.rules.push(
    { type: 'field', domain: ['domain:openai.com', 'domain:chatgpt.com'], outboundTag: 'exit' },
    { type: 'field', port: '25', network: 'tcp', outboundTag: 'blocked' },
    { type: 'field', domain: ['regexp:\\.test$'], outboundTag: 'direct' },
  )
  return template
}
