import 'reflect-metadata'
import { createPrivateKey } from 'node:crypto'
import * as x509 from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 86_400_000

export interface Pair {
  cert: string
  key: string
}

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

async function keyText(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key))
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString()
}

/** A certificate authority for one test run and its certificate for `host`. */
export async function localAuthority(host: string): Promise<{ ca: string; pair: Pair }> {
  const now = Date.now()
  const dates = { notBefore: new Date(now - day), notAfter: new Date(now + 30 * day) }
  const caKeys = await newKeys()
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...dates,
    name: 'CN=Sluice test authority',
    signingAlgorithm: algorithm,
    keys: caKeys,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  })
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    ...dates,
    subject: `CN=${host}`,
    issuer: authority.subject,
    signingAlgorithm: algorithm,
    signingKey: caKeys.privateKey,
    publicKey: keys.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }]),
    ],
  })
  return {
    ca: authority.toString('pem'),
    pair: { cert: certificate.toString('pem'), key: await keyText(keys.privateKey) },
  }
}
