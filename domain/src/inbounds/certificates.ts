import type { Block } from '#contract/inbound.ts'
import { blockAt, isBlock, securityOf, textAt } from './stream.ts'

/** What an inbound shows to whoever connects: a file of its machine, or the text itself. */
export type ShownCertificate = { file: string } | { pem: string }

/** The core takes the text as a list of lines; some callers send it as one. */
const pemOf = (value: unknown): string =>
  Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : String(value ?? '')

export function certificatesOf(stream: Block): ShownCertificate[] {
  const { certificates } = blockAt(stream, 'tlsSettings')
  if (securityOf(stream) !== 'tls' || !Array.isArray(certificates)) return []
  return certificates
    .filter((entry): entry is Block => isBlock(entry) && textAt(entry, 'usage') !== 'verify') // that one is the others'
    .flatMap((entry): ShownCertificate[] => {
      const file = textAt(entry, 'certificateFile').trim()
      const pem = pemOf(entry.certificate).trim()
      if (file) return [{ file }] // the core looks here first
      return pem ? [{ pem }] : []
    })
}
