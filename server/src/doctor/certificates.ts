import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { getCACertificates } from 'node:tls'
import type { CertificateFact } from '#domain/health/certificates.ts'
import { unbracketed } from '#domain/net/address.ts'

/** A certificate in use: its text or its file, the same of its key, and the names that clients expect in it. */
export interface WantedCertificate extends Pick<CertificateFact, 'of' | 'inboundId' | 'name' | 'managedId'> {
  /** Undefined: it has none and should. */
  certificate: { file: string } | { pem: string } | undefined
  key: { file: string } | { pem: string } | undefined
  names: readonly string[]
}

const mostBytes = 1_048_576

/** A device or a pipe would never end. */
async function textOf(source: { file: string } | { pem: string }): Promise<string> {
  if ('pem' in source) return source.pem
  const found = await stat(source.file)
  if (!found.isFile() || found.size > mostBytes) throw new Error(`${source.file} is not a file of PEM text`)
  return readFile(source.file, 'utf8')
}

const [begin, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']

/** By parts and not by a pattern, which would take quadratic time on hostile text. */
const chainIn = (pem: string): X509Certificate[] =>
  pem
    .split(begin)
    .slice(1)
    .filter((part) => part.includes(end))
    .map((part) => new X509Certificate(begin + part.slice(0, part.indexOf(end)) + end))

const isRootName = (issuer: string): boolean =>
  getCACertificates('default').some((pem) => new X509Certificate(pem).subject === issuer)

/** From the leaf upwards by what the file holds, up to an authority that comes with Node. */
function isChainComplete(leaf: X509Certificate, above: readonly X509Certificate[]): boolean {
  const left = new Set(above)
  for (let top = leaf; ; ) {
    const next = [...left].find((candidate) => top.checkIssued(candidate))
    if (!next) return isRootName(top.issuer)
    left.delete(next)
    top = next
  }
}

const isFor = (certificate: X509Certificate, name: string): boolean => {
  const plain = unbracketed(name)
  const found = isIP(plain) ? certificate.checkIP(plain) : certificate.checkHost(plain)
  return found !== undefined
}

async function fitsKey(leaf: X509Certificate, key: WantedCertificate['key']): Promise<boolean | undefined> {
  if (!key) return undefined
  return leaf.checkPrivateKey(createPrivateKey(await textOf(key)))
}

const unreadable = { notBefore: 0, notAfter: 0, isSelfSigned: false, isComplete: false, missing: [] }

async function factOf({ certificate, key, names, ...owner }: WantedCertificate): Promise<CertificateFact> {
  if (!certificate)
    return { ...owner, ...unreadable, file: '', fitsKey: undefined, error: '', isAbsent: true }
  const about = { ...owner, file: 'file' in certificate ? certificate.file : '' }
  try {
    const [leaf, ...above] = chainIn(await textOf(certificate))
    if (!leaf) throw new Error('the file holds no certificate')
    const isSelfSigned = leaf.checkIssued(leaf)
    return {
      ...about,
      error: '',
      notBefore: leaf.validFromDate.getTime(),
      notAfter: leaf.validToDate.getTime(),
      isSelfSigned,
      isComplete: isSelfSigned || isChainComplete(leaf, above),
      fitsKey: await fitsKey(leaf, key),
      missing: names.filter((name) => name !== '' && !isFor(leaf, name)),
    }
  } catch (error) {
    return { ...about, ...unreadable, fitsKey: undefined, error: (error as Error).message }
  }
}

export const certificateFacts = (wanted: readonly WantedCertificate[]): Promise<CertificateFact[]> =>
  Promise.all(wanted.slice(0, 200).map(factOf))
