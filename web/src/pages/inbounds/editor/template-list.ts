import type { Block } from '#contract/inbound.ts'
import {
  httpInbound,
  hysteriaInbound,
  masqueInbound,
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
import { base64 } from '#domain/texts.ts'
import type { Api } from '../../../api/client.ts'
import { endpoints } from '../../../api/endpoints.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { browserMint, hexDigits } from './browser-mint.ts'
import type { KnownCertificate } from './certificate-files.ts'
import { emptyForm, type FallbackDraft, freshFallback } from './form-values.ts'
import { makeRealityKeys } from './key-material.ts'
import { setAll } from './paths.ts'

/** What a template makes of its inbound. */
export interface Made {
  form: Block
  fallbacks: readonly FallbackDraft[]
}

interface World {
  api: Api
  /** A free port, and a name that no other inbound has. */
  base: { port: number; remark: string }
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
  /** The name of the inbound, with a number if it is taken. */
  name: string
  needsCertificate?: true
  /** Made to be reached through a CDN: its domain, port and certificate are asked for first. */
  cdn?: true
  fallbacks?: readonly FallbackDraft[]
  make(world: World): Promise<Block> | Block
}

const path = () => `/${hexDigits(10)}`
const account = () => ({ user: hexDigits(8), pass: hexDigits(16) })
const randomKey = () => base64(browserMint().bytes(32))

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

export const templates: readonly Template[] = [
  {
    id: 'reality',
    title: 'VLESS + Reality + Vision',
    about: 'template.reality',
    name: 'Reality',
    make: async ({ api, base }) => realityInbound({ ...(await realityParts(api)), ...base }),
  },
  {
    id: 'xhttp',
    title: 'VLESS + XHTTP + Reality',
    about: 'template.xhttp',
    name: 'XHTTP',
    make: async ({ api, base }) => xhttpInbound({ ...(await realityParts(api)), ...base, path: path() }),
  },
  {
    id: 'xhttp-tls',
    title: 'VLESS + XHTTP + TLS',
    about: 'template.xhttpTls',
    name: 'XHTTP TLS',
    needsCertificate: true,
    cdn: true,
    make: ({ base, certificate, domain }) =>
      xhttpTlsInbound({ ...certificate, ...base, domain, path: path() }),
  },
  {
    id: 'vless-ws',
    title: 'VLESS + WebSocket + TLS',
    about: 'template.ws',
    name: 'CDN',
    needsCertificate: true,
    cdn: true,
    make: ({ base, certificate, domain }) =>
      webSocketInbound({ ...certificate, ...base, domain, protocol: 'vless', path: path() }),
  },
  {
    id: 'vmess-ws',
    title: 'VMess + WebSocket + TLS',
    about: 'template.vmess',
    name: 'VMess',
    needsCertificate: true,
    cdn: true,
    make: ({ base, certificate, domain }) =>
      webSocketInbound({ ...certificate, ...base, domain, protocol: 'vmess', path: path() }),
  },
  {
    id: 'hysteria',
    title: 'Hysteria 2',
    about: 'template.hysteria',
    name: 'Hysteria',
    needsCertificate: true,
    make: ({ base, certificate }) => hysteriaInbound({ ...certificate, ...base, obfs: hexDigits(16) }),
  },
  {
    id: 'trojan',
    title: 'Trojan + TLS',
    about: 'template.trojan',
    name: 'Trojan',
    needsCertificate: true,
    fallbacks: [freshFallback(1, '80')],
    make: ({ base, certificate }) => trojanInbound({ ...certificate, ...base }),
  },
  {
    id: 'shadowsocks',
    title: 'Shadowsocks 2022',
    about: 'template.shadowsocks',
    name: 'Shadowsocks',
    make: ({ base }) => shadowsocksInbound({ ...base, password: randomKey() }),
  },
  {
    id: 'wireguard',
    title: 'WireGuard',
    about: 'template.wireguard',
    name: 'WireGuard',
    make: ({ base }) => wireguardInbound({ ...base, secretKey: randomKey() }),
  },
  {
    id: 'masque',
    title: 'MASQUE',
    about: 'template.masque',
    name: 'MASQUE',
    needsCertificate: true,
    make: ({ base, certificate }) => masqueInbound({ ...certificate, ...base }),
  },
  {
    id: 'mixed',
    title: 'SOCKS + HTTP',
    about: 'template.mixed',
    name: 'SOCKS',
    make: ({ base }) => mixedInbound({ ...base, account: account() }),
  },
  {
    id: 'http',
    title: 'HTTP',
    about: 'template.http',
    name: 'HTTP',
    make: ({ base }) => httpInbound({ ...base, account: account() }),
  },
  {
    id: 'tunnel',
    title: 'Tunnel',
    about: 'template.tunnel',
    name: 'Tunnel',
    make: ({ base }) => tunnelInbound({ ...base, address: '1.1.1.1', to: 53 }),
  },
]

/** The whole form with safe defaults, for experienced users. */
export const emptyTemplate: Template = {
  id: 'empty',
  title: '',
  about: 'template.emptyText',
  name: '',
  async make({ api, base }) {
    const keys = await makeRealityKeys(api).catch(() => ({}))
    return setAll(emptyForm(base.port, browserMint()), keys)
  },
}
