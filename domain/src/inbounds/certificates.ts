import type { Block } from '#contract/inbound.ts'
import { Refusal } from '#domain/refusal.ts'
import { blockAt, isBlock, textAt } from '#domain/untyped.ts'
import { securityOf } from './stream.ts'

/** A certificate that an inbound presents: a file on its machine, or inline text. */
export type ShownCertificate = { file: string } | { pem: string }

/** The core takes inline text as a list of lines; some callers send one text. */
const pemOf = (value: unknown): string =>
  Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : String(value ?? '')

function sourceOf(file: unknown, lines: unknown): ShownCertificate | undefined {
  const path = typeof file === 'string' ? file.trim() : ''
  if (path) return { file: path } // the core checks this first
  const pem = pemOf(lines).trim()
  return pem ? { pem } : undefined
}

/** Each with its key, which the core reads from where the certificate is. */
export function certificatePairsOf(stream: Block) {
  const { certificates } = blockAt(stream, 'tlsSettings')
  if (securityOf(stream) !== 'tls' || !Array.isArray(certificates)) return []
  return certificates
    .filter((entry): entry is Block => isBlock(entry) && textAt(entry, 'usage') !== 'verify') // `verify`: client CAs
    .flatMap((entry) => {
      const certificate = sourceOf(entry.certificateFile, entry.certificate)
      return certificate ? [{ certificate, key: sourceOf(entry.keyFile, entry.key) }] : []
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

export const certificatesOf = (stream: Block): ShownCertificate[] =>
  certificatePairsOf(stream).map(({ certificate }) => certificate)

/** It has TLS without a certificate: no client could connect. */
export const lacksCertificate = (stream: Block): boolean =>
  securityOf(stream) === 'tls' && !certificatePairsOf(stream).some(({ key }) => key !== undefined)

/**
 * Refuses a stream whose list of certificates is blank. Callers that do not mention certificates at all are told in the
 * reply instead: programs made for other panels add TLS inbounds like that. An inbound that had none before (from an
 * import) can still be edited.
 */
export function refuseBlankCertificates(stream: Block | undefined, before: Block | undefined): void {
  if (!stream || !lacksCertificate(stream) || (before && lacksCertificate(before))) return
  if (!Array.isArray(blockAt(stream, 'tlsSettings').certificates)) return
  throw new Refusal('inbound.certificate-missing', {}, certificateField)
}

export const certificateField = 'streamSettings.tlsSettings.certificates[0].certificateFile'
