// Signatures in the format of minisign: https://jedisct1.github.io/minisign/#signature-format
import { createPrivateKey, createPublicKey, scryptSync, sign as signBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { giveUp } from '../child.mjs'

/** A raw Ed25519 seed as a PKCS #8 document. */
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** How libsodium turns its two limits into the parameters of scrypt. */
export function scryptParameters(opsLimit, memLimit) {
  const r = 8
  const ops = Math.max(opsLimit, 32_768)
  const fromOps = ops < memLimit / 32
  const maxN = fromOps ? ops / (r * 4) : memLimit / (r * 128)
  let log = 1
  while (log < 63 && 2 ** log <= maxN / 2) log++
  const p = fromOps ? 1 : Math.floor(Math.min(ops / 4 / 2 ** log, 0x3fffffff) / r)
  return { N: 2 ** log, r, p }
}

function decrypted(secret, password) {
  const body = secret.subarray(54)
  if (secret.readUInt16BE(2) === 0) return body // made with `minisign -G -W`
  if (!password) giveUp('The release key is encrypted: set SLUICE_RELEASE_PASSWORD.')
  const limits = [secret.readBigUInt64LE(38), secret.readBigUInt64LE(46)].map(Number)
  const { N, r, p } = scryptParameters(...limits)
  const stream = scryptSync(password, secret.subarray(6, 38), body.length, { N, r, p, maxmem: 2 ** 31 - 1 })
  return Buffer.from(body.map((byte, i) => byte ^ stream[i]))
}

/** Reads a secret key as `minisign -G` writes it. */
export function readSecretKey(file, password) {
  let lines
  try {
    lines = readFileSync(file, 'utf8').split(/\r?\n/)
  } catch (error) {
    return giveUp(`The release key cannot be read: ${error.message}.`)
  }
  const secret = Buffer.from(lines[1] ?? '', 'base64')
  if (secret.length !== 158 || secret.toString('latin1', 0, 2) !== 'Ed')
    giveUp(`${file} is no secret key of minisign.`)
  const body = decrypted(secret, password)
  const [id, seed, shown] = [body.subarray(0, 8), body.subarray(8, 40), body.subarray(40, 72)]
  const key = createPrivateKey({ key: Buffer.concat([seedPrefix, seed]), format: 'der', type: 'pkcs8' })
  const made = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  if (!made.equals(shown)) giveUp('The password of the release key is wrong, or the key is damaged.')
  return { id, key, publicKey: Buffer.concat([Buffer.from('Ed'), id, shown]).toString('base64') }
}

/** The text of a `.minisig` file for the BLAKE2b-512 hash of a file ("prehashed"). */
export function sign({ id, key }, hash, comment) {
  const signature = signBytes(null, hash, key)
  const line = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64')
  const whole = signBytes(null, Buffer.concat([signature, Buffer.from(comment)]), key).toString('base64')
  return `untrusted comment: signature of a Sluice release\n${line}\ntrusted comment: ${comment}\n${whole}\n`
}
