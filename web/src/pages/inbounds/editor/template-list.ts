import type { Block, InboundInput } from '#contract/inbound.ts'
import { base64 } from '#domain/clients/mint.ts'
import {
  httpInbound,
  hysteriaInbound,
  mixedInbound,
  realityInbound,
  shadowsocksInbound,
  trojanInbound,
  tunnelInbound,
  webSocketInbound,
  wireguardInbound,
  xhttpInbound,
  xhttpTlsInbound,
} from '#domain/inbounds/templates.ts'
import type { Api } from '../../../api/client.ts'
import { endpoints } from '../../../api/endpoints.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { browserMint, hexDigits } from './browser-mint.ts'
import type { KnownCertificate } from './certificate-files.ts'
import { emptyForm, type FallbackDraft } from './form-values.ts'
import { makeRealityKeys, paddedKey } from './key-material.ts'
import { setAll } from './paths.ts'

export interface Made {
  form: Block
  fallbacks: readonly FallbackDraft[]
}

interface World {
  api: Api
  port: number
  /** Not the name of another inbound. */
  nameFor(stem: string): string
  /** Blank if the panel has none: the form then says what is missing. */
  certificate: KnownCertificate
  /** Of an inbound behind a CDN; blank otherwise. */
  domain: string
}

export interface Template {
  id: string
  title: string
  /** One line: what it is good for. */
  about: PlainKey
  needsCertificate?: true
  /** Made to be reached through a CDN: its domain, port and certificate are asked for first. */
  cdn?: true
  make(world: World): Promise<Made>
}

const made = (form: InboundInput, fallbacks: readonly FallbackDraft[] = []): Made => ({ form, fallbacks })
const path = () => `/${hexDigits(10)}`
const account = () => ({ user: hexDigits(8), pass: hexDigits(16) })

/**
 * Generates keys with the core and finds a reachable site. Without a core the form opens with the keys
 * missing.
 */
async function realityParts(api: Api) {
  const [keys, site] = await Promise.all([
    api.call(endpoints.core.x25519).catch(() => ({ privateKey: '', publicKey: '' })),
    api.call(endpoints.setup.target).catch(() => ({ target: '', serverName: '' })),
  ])
  const { target, serverName } = site
  return { ...keys, target, serverName, shortIds: [hexDigits(16), hexDigits(8)] }
}

const webServer: FallbackDraft = {
  key: 1,
  childId: 0,
  name: '',
  alpn: '',
  path: '',
  xver: 0,
  dest: '80',
  sortOrder: 0,
}

export const templates: readonly Template[] = [
  {
    id: 'reality',
    title: 'VLESS + Reality + Vision',
    about: 'template.reality',
    make: async ({ api, port, nameFor }) =>
      made(realityInbound({ ...(await realityParts(api)), port, remark: nameFor('Reality') })),
  },
  {
    id: 'xhttp',
    title: 'VLESS + XHTTP + Reality',
    about: 'template.xhttp',
    make: async ({ api, port, nameFor }) =>
      made(xhttpInbound({ ...(await realityParts(api)), port, remark: nameFor('XHTTP'), path: path() })),
  },
  {
    id: 'xhttp-tls',
    title: 'VLESS + XHTTP + TLS',
    about: 'template.xhttpTls',
    needsCertificate: true,
    cdn: true,
    make: async ({ port, nameFor, certificate, domain }) =>
      made(xhttpTlsInbound({ ...certificate, domain, port, remark: nameFor('XHTTP TLS'), path: path() })),
  },
  {
    id: 'vless-ws',
    title: 'VLESS + WebSocket + TLS',
    about: 'template.ws',
    needsCertificate: true,
    cdn: true,
    make: async ({ port, nameFor, certificate, domain }) =>
      made(
        webSocketInbound({
          ...certificate,
          domain,
          protocol: 'vless',
          port,
          remark: nameFor('CDN'),
          path: path(),
        }),
      ),
  },
  {
    id: 'vmess-ws',
    title: 'VMess + WebSocket + TLS',
    about: 'template.vmess',
    needsCertificate: true,
    cdn: true,
    make: async ({ port, nameFor, certificate, domain }) =>
      made(
        webSocketInbound({
          ...certificate,
          domain,
          protocol: 'vmess',
          port,
          remark: nameFor('VMess'),
          path: path(),
        }),
      ),
  },
  {
    id: 'hysteria',
    title: 'Hysteria 2',
    about: 'template.hysteria',
    needsCertificate: true,
    make: async ({ port, nameFor, certificate }) =>
      made(hysteriaInbound({ ...certificate, port, remark: nameFor('Hysteria'), obfs: hexDigits(16) })),
  },
  {
    id: 'trojan',
    title: 'Trojan + TLS',
    about: 'template.trojan',
    needsCertificate: true,
    make: async ({ port, nameFor, certificate }) =>
      made(trojanInbound({ ...certificate, port, remark: nameFor('Trojan') }), [webServer]),
  },
  {
    id: 'shadowsocks',
    title: 'Shadowsocks 2022',
    about: 'template.shadowsocks',
    make: async ({ port, nameFor }) =>
      made(
        shadowsocksInbound({
          port,
          remark: nameFor('Shadowsocks'),
          password: base64(browserMint().bytes(32)),
        }),
      ),
  },
  {
    id: 'wireguard',
    title: 'WireGuard',
    about: 'template.wireguard',
    make: async ({ api, port, nameFor }) => {
      const { privateKey, publicKey } = await api.call(endpoints.core.x25519)
      const peer = { privateKey: paddedKey(privateKey), publicKey: paddedKey(publicKey) }
      const secretKey = base64(browserMint().bytes(32))
      return made(wireguardInbound({ port, remark: nameFor('WireGuard'), secretKey, peer }))
    },
  },
  {
    id: 'mixed',
    title: 'SOCKS + HTTP',
    about: 'template.mixed',
    make: async ({ port, nameFor }) =>
      made(mixedInbound({ port, remark: nameFor('SOCKS'), account: account() })),
  },
  {
    id: 'http',
    title: 'HTTP',
    about: 'template.http',
    make: async ({ port, nameFor }) =>
      made(httpInbound({ port, remark: nameFor('HTTP'), account: account() })),
  },
  {
    id: 'tunnel',
    title: 'Tunnel',
    about: 'template.tunnel',
    make: async ({ port, nameFor }) =>
      made(tunnelInbound({ port, remark: nameFor('Tunnel'), address: '1.1.1.1', to: 53 })),
  },
]

/** The whole form with safe defaults, for experienced users. */
export const emptyTemplate: Template = {
  id: 'empty',
  title: '',
  about: 'template.emptyText',
  async make({ api, port }) {
    const form = emptyForm(port, browserMint())
    const keys = await makeRealityKeys(api).catch(() => ({}))
    return { form: setAll(form, keys), fallbacks: [] }
  },
}
