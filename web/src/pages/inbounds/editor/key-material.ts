import type { Api } from '../../../api/client.ts'
import { endpoints } from '../../../api/endpoints.ts'
import type { Editor } from './editor-context.ts'

const reality = 'streamSettings.realitySettings'
const tls = 'streamSettings.tlsSettings'
/** Values by their path in the form. */
export type Values = Record<string, unknown>

export async function makeRealityKeys(api: Api): Promise<Values> {
  const { privateKey, publicKey } = await api.call(endpoints.core.x25519)
  return { [`${reality}.privateKey`]: privateKey, [`${reality}.settings.publicKey`]: publicKey }
}

export async function makeMldsa(api: Api): Promise<Values> {
  const { seed, verify } = await api.call(endpoints.core.mldsa65)
  return { [`${reality}.mldsa65Seed`]: seed, [`${reality}.settings.mldsa65Verify`]: verify }
}

export async function makeEch(api: Api, { get }: Pick<Editor, 'get'>): Promise<Values> {
  const sni = String(get(`${tls}.serverName`) ?? '')
  const { echServerKeys, echConfigList } = await api.call(endpoints.core.ech, { body: { sni } })
  return { [`${tls}.echServerKeys`]: echServerKeys, [`${tls}.settings.echConfigList`]: echConfigList }
}

/** The one that names the inbound's server name; else the panel's own; else any that the panel has. */
export async function makePanelCertificate(
  api: Api,
  { get }: Pick<Editor, 'get'>,
  at: string,
  none: string,
): Promise<Values> {
  const { webCertFile, webKeyFile } = await api.call(endpoints.tlsTools.webCertFiles)
  const { certificates } = await api.call(endpoints.certificates.list)
  const kept = certificates.filter(({ state }) => state === 'valid')
  const fitting = certificateFor(String(get(`${tls}.serverName`) ?? ''), kept)
  const own = { certificateFile: webCertFile, keyFile: webKeyFile }
  const found = fitting ?? (webCertFile === '' ? kept[0] : own)
  if (!found) throw new Error(none)
  return { [at]: found.certificateFile, [at.replace(/certificateFile$/, 'keyFile')]: found.keyFile }
}

/** The first certificate for this name, by the name itself or by a wildcard. */
export function certificateFor<C extends { names: readonly string[] }>(
  serverName: string,
  certificates: readonly C[],
): C | undefined {
  const name = serverName.trim().toLowerCase()
  const wildcard = name.replace(/^[^.]*/, '*')
  return certificates.find(({ names }) => names.includes(name) || names.includes(wildcard))
}

/** X25519 keys are base64url; WireGuard's are padded base64. */
export const paddedKey = (key: string): string => {
  const plain = key.replaceAll('-', '+').replaceAll('_', '/')
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')
}

export async function makePeerKeys(api: Api, at: string): Promise<Values> {
  const { privateKey, publicKey } = await api.call(endpoints.core.x25519)
  return {
    [at]: paddedKey(privateKey),
    [at.replace(/privateKey$/, 'publicKey')]: paddedKey(publicKey),
  }
}
