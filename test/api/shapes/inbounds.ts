import { generateKeyPairSync } from 'node:crypto'

const sniffing = { enabled: true, destOverride: ['http', 'tls'] }
const tcpSettings = { header: { type: 'none' } }
const loopback = { listen: '127.0.0.1', enable: true, sniffing }

/** Reality needs a real key: the last 32 bytes of each DER form. */
function realityKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const tail = (der: Buffer) => der.subarray(-32).toString('base64url')
  return {
    privateKey: tail(privateKey.export({ type: 'pkcs8', format: 'der' })),
    publicKey: tail(publicKey.export({ type: 'spki', format: 'der' })),
  }
}

function tls(pem: { cert: string; key: string }) {
  const lines = (text: string) => text.trim().split('\n')
  return {
    serverName: 'a.example.com',
    alpn: ['h2', 'http/1.1'],
    certificates: [{ certificate: lines(pem.cert), key: lines(pem.key) }],
    settings: { fingerprint: 'chrome' },
  }
}

function reality() {
  const { privateKey, publicKey } = realityKeys()
  return {
    show: false,
    xver: 0,
    target: 'example.com:443',
    serverNames: ['example.com'],
    privateKey,
    shortIds: ['0123abcd'],
    settings: { publicKey, fingerprint: 'chrome', serverName: '', spiderX: '/' },
  }
}

/** One inbound of every kind that has listed fields; the caller chooses the ports. */
export function everyKind(pem: {
  cert: string
  key: string
}): { name: string; body: Record<string, unknown> }[] {
  const vless = { protocol: 'vless', settings: { clients: [], decryption: 'none', encryption: 'none' } }
  const inline = {
    email: 'inline',
    flow: 'xtls-rprx-vision',
    enable: true,
    limitIp: 0,
    totalGB: 0,
    expiryTime: 0,
  }
  const account = { accounts: [{ user: 'u', pass: 'p' }] }
  const kinds: Record<string, Record<string, unknown>> = {
    master: {
      ...vless,
      streamSettings: { network: 'tcp', security: 'tls', tcpSettings, tlsSettings: tls(pem) },
    },
    reality: {
      protocol: 'vless',
      settings: { clients: [inline], decryption: 'none', encryption: 'none', fallbacks: [] },
      streamSettings: {
        network: 'tcp',
        security: 'reality',
        tcpSettings,
        realitySettings: reality(),
        externalProxy: [{ forceTls: 'same', dest: 'a.example.com', port: 443, remark: '' }],
      },
    },
    ws: {
      ...vless,
      streamSettings: { network: 'ws', security: 'none', wsSettings: { path: '/ws', host: 'a.example.com' } },
    },
    trojan: { protocol: 'trojan', settings: { clients: [] } },
    shadowsocks: {
      protocol: 'shadowsocks',
      settings: { method: 'aes-256-gcm', password: 'x', network: 'tcp', clients: [] },
    },
    hysteria: {
      protocol: 'hysteria',
      settings: { version: 2, clients: [] },
      streamSettings: {
        network: 'hysteria',
        security: 'tls',
        hysteriaSettings: { version: 2, udpIdleTimeout: 60 },
        tlsSettings: { ...tls(pem), alpn: ['h3'] },
      },
    },
    mixed: { protocol: 'mixed', settings: { ...account, auth: 'password', udp: true } },
    http: { protocol: 'http', settings: { ...account, allowTransparent: false } },
    tunnel: {
      protocol: 'tunnel',
      settings: { rewriteAddress: '127.0.0.1', rewritePort: 80, allowedNetwork: 'tcp' },
    },
    wireguard: {
      protocol: 'wireguard',
      settings: {
        mtu: 1420,
        secretKey: Buffer.from(realityKeys().privateKey, 'base64url').toString('base64'),
        peers: [
          {
            publicKey: Buffer.from(realityKeys().publicKey, 'base64url').toString('base64'),
            allowedIPs: ['10.0.0.2/32'],
            keepAlive: 0,
          },
        ],
        noKernelTun: false,
      },
    },
  }
  return Object.entries(kinds).map(([name, body]) => ({ name, body: { ...loopback, remark: name, ...body } }))
}
