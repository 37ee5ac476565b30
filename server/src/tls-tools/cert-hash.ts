import { createHash, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { Refusal } from '#domain/refusal.ts'

const MOST_BYTES = 1_048_576

async function contentOf(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => undefined)
  // A device or a pipe has no end.
  if (!found?.isFile() || found.size > MOST_BYTES)
    throw new Refusal('certificate.missing', {}, 'certFile')
  return readFile(file).catch(() => {
    throw new Refusal('certificate.not-readable', {}, 'certFile')
  })
}

/**
 * The leaf alone, as `xray tls hash` counts it: a pinned issuer further down a chain would let in every certificate that
 * it ever signs.
 */
export async function certHash(certFile: string, certContent: string): Promise<string[]> {
  const field = certFile.trim() === '' ? 'certContent' : 'certFile'
  const content = field === 'certFile' ? await contentOf(certFile.trim()) : Buffer.from(certContent)
  if (content.toString().trim() === '')
    throw new Refusal('certificate.not-given', {}, 'certContent')
  return [createHash('sha256').update(derOf(content, field)).digest('hex')]
}

function derOf(content: Buffer, field: string): Buffer {
  for (const form of [content, Buffer.from(content.toString(), 'base64')]) {
    try {
      return new X509Certificate(form).raw
    } catch {
      // the next form
    }
  }
  throw new Refusal('certificate.invalid', {}, field)
}
