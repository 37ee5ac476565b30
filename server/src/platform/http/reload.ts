import { statSync } from 'node:fs'
import type { Certificate } from './certificate.ts'
import { loadCertificate } from './certificate.ts'

interface Files {
  cert: string
  key: string
}

const stampOf = (file: string): string => {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : 'gone'
}
const stampsOf = ({ cert, key }: Files) => (cert === '' ? '' : `${cert} ${stampOf(cert)} ${stampOf(key)}`)

/**
 * Looks whether the files of a certificate changed, and serves them. A pair that cannot be used is reported once and
 * leaves the one before in service: it may be half written, and then the next change brings the rest.
 */
export function createReload(
  files: () => Files,
  renew: (certificate: Certificate) => void,
  broken: (file: string, error: unknown) => void,
): () => void {
  let seen = stampsOf(files())
  return function look() {
    const named = files()
    const stamps = stampsOf(named)
    if (stamps === seen || stamps === '') return
    seen = stamps
    try {
      renew(loadCertificate(named.cert, named.key))
    } catch (error) {
      broken(named.cert, error)
    }
  }
}
