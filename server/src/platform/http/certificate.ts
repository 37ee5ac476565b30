import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { addressBytes } from '#domain/net/address.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'

export interface Certificate {
  cert: string
  key: string
}

/** A configured certificate that does not load stops the start: no silent fallback to HTTP (R6). */
export function loadCertificate(certFile: string, keyFile: string, setting = 'webCertFile'): Certificate {
  const cert = readText(certFile, 'file', setting)
  const key = readText(keyFile, 'key', setting)
  try {
    createSecureContext({ cert, key })
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
      throw new Error('they do not belong together')
  } catch (error) {
    throw new Refusal(
      'certificate.pair-unusable',
      { cert: certFile, key: keyFile, reason: (error as Error).message },
      setting,
    )
  }
  return { cert, key }
}

function readText(file: string, what: 'file' | 'key', setting: string): string {
  try {
    const stat = statSync(file)
    // Reading a device or a pipe would never end and block the panel.
    if (!stat.isFile() || stat.size > 1_048_576) throw new Refusal('certificate.not-a-file')
    return readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const reason = isMissing ? coded('certificate.no-such-file') : codedOf(error)
    throw new Refusal(`certificate.${what}-unreadable`, { file, reason }, setting)
  }
}

export const fingerprintOf = (certificate: Certificate): string =>
  new X509Certificate(certificate.cert).fingerprint256

/** Created once and kept, so that browser exceptions and noted fingerprints stay valid. */
export async function selfSigned(folder: string, hosts: string[], now: number): Promise<Certificate> {
  const certFile = join(folder, 'self-signed.crt')
  const keyFile = join(folder, 'self-signed.key')
  try {
    const kept = loadCertificate(certFile, keyFile)
    const known = new X509Certificate(kept.cert)
    const lasts = Date.parse(known.validTo) > now + 30 * 86_400_000
    // A certificate of an earlier version may contain too much.
    if (lasts && known.subject === subjectOf(hosts) && known.subjectAltName === namesIn(hosts)) return kept
  } catch {
    // missing or unusable: create one
  }
  const made = await makeCertificate(hosts, now)
  for (const [file, text] of [
    [keyFile, made.key],
    [certFile, made.cert],
  ] as const) {
    writeFileSync(file, text, { mode: 0o600 })
    chmodSync(file, 0o600)
  }
  return made
}

const namesIn = (hosts: string[]): string =>
  hosts.map((h) => (isIP(h) ? `IP Address:${spelled(h)}` : `DNS:${h}`)).join(', ')

/** An address as Node prints it in a certificate. */
const spelled = (address: string): string => {
  if (isIP(address) === 4) return address
  const bytes = addressBytes(address) ?? []
  const words = Array.from({ length: 8 }, (_, i) => (bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0))
  return words.map((word) => word.toString(16).toUpperCase()).join(':')
}

const subjectOf = ([name = 'localhost']: string[]): string => `CN=${name}`

/** Anyone who scans the port can read it: it names its first host, and not this product. */
export async function makeCertificate(hosts: string[], now: number): Promise<Certificate> {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: subjectOf(hosts),
      notBefore: new Date(now - 86_400_000),
      notAfter: new Date(now + 825 * 86_400_000),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(false),
        new x509.SubjectAlternativeNameExtension(
          hosts.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
        ),
      ],
    },
    webcrypto,
  )
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString()
  return { cert: certificate.toString('pem'), key }
}
