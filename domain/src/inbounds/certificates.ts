import type { Block } from '#contract/inbound.ts'
import { blockAt, isBlock, securityOf, textAt } from './stream.ts'

/** A certificate that an inbound presents: a file on its machine, or inline text. */
export type ShownCertificate = { file: string } | { pem: string }

/** The core takes inline text as a list of lines; some callers send one text. */
const pemOf = (value: unknown): string =>
  Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : String(value ?? '')

export function certificatesOf(stream: Block): ShownCertificate[] {
  const { certificates } = blockAt(stream, 'tlsSettings')
  if (securityOf(stream) !== 'tls' || !Array.isArray(certificates)) return []
  return certificates
    .filter((entry): entry is Block => isBlock(entry) && textAt(entry, 'usage') !== 'verify') // `verify`: client CAs
    .flatMap((entry): ShownCertificate[] => {
      const file = textAt(entry, 'certificateFile').trim()
      const pem = pemOf(entry.certificate).trim()
      if (file) return [{ file }] // the core checks this first
      return pem ? [{ pem }] : []
    })
}

/** The same stream with these files as its first certificate; undefined if it does not speak TLS. */
export function withCertificate(stream: Block, files: { cert: string; key: string }): Block | undefined {
  if (securityOf(stream) !== 'tls') return undefined
  const tls = blockAt(stream, 'tlsSettings')
  const listed = Array.isArray(tls.certificates) ? tls.certificates : []
  const first = listed.findIndex((entry) => isBlock(entry) && textAt(entry, 'usage') !== 'verify')
  const { certificate: _, key: __, ...kept } = isBlock(listed[first]) ? listed[first] : {}
  const entry = { ...kept, certificateFile: files.cert, keyFile: files.key, oneTimeLoading: false }
  const certificates = first < 0 ? [entry, ...listed] : listed.with(first, entry)
  return { ...stream, tlsSettings: { ...tls, certificates } }
}
