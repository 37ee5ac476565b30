import type { Api } from '../../../api/client.ts'
import { endpoints } from '../../../api/endpoints.ts'

/** What TLS of a new inbound uses. */
export interface KnownCertificate {
  certificateFile: string
  keyFile: string
  /** A domain that it names; blank if unknown. */
  serverName: string
}

interface Kept {
  names: readonly string[]
  certificateFile: string
  keyFile: string
}

const isDomain = (name: string) => /[a-z]/i.test(name) && !name.includes(':') && !name.includes('*')

/** The panel's own certificate, else the first valid one that it keeps; blank if there is none. */
export function chooseCertificate(
  own: { webCertFile: string; webKeyFile: string },
  kept: readonly Kept[],
): KnownCertificate {
  const nameIn = (certificate: Kept | undefined) => certificate?.names.find(isDomain) ?? ''
  if (own.webCertFile !== '') {
    const same = kept.find(({ certificateFile }) => certificateFile === own.webCertFile)
    return { certificateFile: own.webCertFile, keyFile: own.webKeyFile, serverName: nameIn(same) }
  }
  const [first] = kept
  const { certificateFile = '', keyFile = '' } = first ?? {}
  return { certificateFile, keyFile, serverName: nameIn(first) }
}

/** Every certificate that can be picked: those that the panel keeps, and its own if that is another one. */
export function certificateChoices(
  own: { webCertFile: string; webKeyFile: string } | undefined,
  kept: readonly (Kept & { state: string })[],
): Kept[] {
  const valid = kept.filter(({ state }) => state === 'valid')
  const isOther =
    own && own.webCertFile !== '' && !valid.some(({ certificateFile }) => certificateFile === own.webCertFile)
  if (!isOther) return valid
  return [...valid, { names: [], certificateFile: own.webCertFile, keyFile: own.webKeyFile }]
}

export async function readCertificate(api: Api): Promise<KnownCertificate> {
  const own = await api.call(endpoints.tlsTools.webCertFiles)
  // Without them the panel's own is still there.
  const { certificates } = await api.call(endpoints.certificates.list).catch(() => ({ certificates: [] }))
  return chooseCertificate(
    own,
    certificates.filter(({ state }) => state === 'valid'),
  )
}
