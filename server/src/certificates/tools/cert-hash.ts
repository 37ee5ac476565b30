import { createHash, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { Refusal } from '#domain/refusal.ts'

const MOST_BYTES = 1_048_576

async function contentOf(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => undefined)
  // A device or pipe would never end.
  if (!found?.isFile() || found.size > MOST_BYTES) throw new Refusal('certificate.missing', {}, 'certFile')
  return readFile(file).catch(() => {
    throw new Refusal('certificate.not-readable', {}, 'certFile')
  })
}

/**
 * The leaf only, like `xray tls hash`: pinning an issuer from the chain would accept every certificate it ever signs.
 */
export async function certHash(certFile: string, certContent: string): Promise<string[]> {
  const field = certFile.trim() === '' ? 'certContent' : 'certFile'
  const content = field === 'certFile' ? await contentOf(certFile.trim()) : Buffer.from(certContent)
  if (content.toString().trim() === '') throw new Refusal('certificate.not-given', {}, 'certContent')
  return [createHash('sha256').update(derOf(content, field)).digest('hex')]
}

function derOf(content: Buffer, field: string): Buffer {
  for (const form of [content, Buffer.from(content.toString(), 'base64')]) {
    try {
      return new X509Certificate(form).raw
    } catch {
      // try the next format
    }
  }
  throw new Refusal('certificate.invalid', {}, field)
}
