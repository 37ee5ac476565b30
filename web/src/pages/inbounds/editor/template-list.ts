import type { Block, InboundInput } from '#contract/inbound.ts'
import { base64 } from '#domain/clients/mint.ts'
import {
  hysteriaInbound,
  realityInbound,
  shadowsocksInbound,
  trojanInbound,
  webSocketInbound,
  wireguardInbound,
  xhttpInbound,
} from '#domain/inbounds/templates.ts'
import type { Api } from '../../../api/client.ts'
import { endpoints } from '../../../api/endpoints.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { browserMint, hexDigits } from './browser-mint.ts'
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
}

export interface Template {
  id: string
  title: string
  /** One line: what it is good for. */
  about: PlainKey
  /** All that is needed to run it. */
  needs?: PlainKey
  make(world: World): Promise<Made>
}

const made = (form: InboundInput, fallbacks: readonly FallbackDraft[] = []): Made => ({ form, fallbacks })
const path = () => `/${hexDigits(10)}`

/** Uses the panel's own certificate if there is one; otherwise the form says what is missing. */
async function filesOf(api: Api) {
  const { webCertFile, webKeyFile } = await api.call(endpoints.tlsTools.webCertFiles)
  return { certificateFile: webCertFile, keyFile: webKeyFile }
}

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
    title: 'VLESS + Reality',
    about: 'template.reality',
    make: async ({ api, port }) =>
      made(realityInbound({ ...(await realityParts(api)), port, remark: 'Reality' })),
  },
  {
    id: 'xhttp',
    title: 'VLESS + XHTTP + Reality',
    about: 'template.xhttp',
    make: async ({ api, port }) =>
      made(xhttpInbound({ ...(await realityParts(api)), port, remark: 'XHTTP', path: path() })),
  },
  {
    id: 'vless-ws',
    title: 'VLESS + WebSocket + TLS',
    about: 'template.ws',
    needs: 'template.needsCertificate',
    make: async ({ api, port }) =>
      made(
        webSocketInbound({ ...(await filesOf(api)), protocol: 'vless', port, remark: 'CDN', path: path() }),
      ),
  },
  {
    id: 'vmess-ws',
    title: 'VMess + WebSocket + TLS',
    about: 'template.vmess',
    needs: 'template.needsCertificate',
    make: async ({ api, port }) =>
      made(
        webSocketInbound({ ...(await filesOf(api)), protocol: 'vmess', port, remark: 'VMess', path: path() }),
      ),
  },
  {
    id: 'hysteria',
    title: 'Hysteria 2',
    about: 'template.hysteria',
    needs: 'template.needsCertificate',
    make: async ({ api, port }) =>
      made(hysteriaInbound({ ...(await filesOf(api)), port, remark: 'Hysteria', obfs: hexDigits(16) })),
  },
  {
    id: 'trojan',
    title: 'Trojan + TLS',
    about: 'template.trojan',
    needs: 'template.needsCertificate',
    make: async ({ api, port }) =>
      made(trojanInbound({ ...(await filesOf(api)), port, remark: 'Trojan' }), [webServer]),
  },
  {
    id: 'shadowsocks',
    title: 'Shadowsocks 2022',
    about: 'template.shadowsocks',
    make: async ({ port }) =>
      made(shadowsocksInbound({ port, remark: 'Shadowsocks', password: base64(browserMint().bytes(32)) })),
  },
  {
    id: 'wireguard',
    title: 'WireGuard',
    about: 'template.wireguard',
    make: async ({ api, port }) => {
      const { privateKey, publicKey } = await api.call(endpoints.core.x25519)
      const peer = { privateKey: paddedKey(privateKey), publicKey: paddedKey(publicKey) }
      return made(
        wireguardInbound({ port, remark: 'WireGuard', secretKey: base64(browserMint().bytes(32)), peer }),
      )
    },
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
