import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import { coreWords } from './error-text.ts'
import { coreEnvironment, runBinary } from './run-binary.ts'

const DEADLINE_MS = 10_000

/** The text after the first colon of each line. */
const values = (output: string): string[] =>
  output.split('\n').map((line) => line.slice(line.indexOf(':') + 1).trim())

const quoted = (block: string, name: string) => new RegExp(`"${name}":\\s*"([^"]+)"`).exec(block)?.[1] ?? ''

/** `mlkem768`, `x25519`, or the label in lower case without other characters. */
function authId(label: string): string {
  const plain = label.toLowerCase().replace(/[^a-z0-9]+/g, '')
  return ['mlkem768', 'x25519'].find((id) => plain.startsWith(id)) ?? plain
}

export function parseVlessEnc(output: string) {
  return output
    .split(/^Authentication: /m)
    .slice(1)
    .map((block) => {
      const label = block.split('\n', 1)[0]?.trim() ?? ''
      const [decryption, encryption] = [quoted(block, 'decryption'), quoted(block, 'encryption')]
      return { id: authId(label), label, decryption, encryption }
    })
    .filter(({ decryption, encryption }) => decryption !== '' && encryption !== '')
}

/** A valid server name; it becomes an argument and must not look like a flag. */
function checkServerName(name: string): void {
  if (/^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name)) return
  throw new Refusal('keys.sni-invalid', {}, 'sni')
}

/** The same curve and text format as `xray x25519`, without a core. */
function x25519Pair() {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const [own, shown] = [privateKey.export({ format: 'jwk' }), publicKey.export({ format: 'jwk' })]
  return { privateKey: own.d ?? '', publicKey: shown.x ?? '' }
}

/** Secrets that only the core can make come from its commands; `binary` is resolved on every call. */
export function createKeys(binary: () => string | undefined) {
  async function ask(...args: string[]): Promise<string> {
    const file = binary()
    if (!file) throw new Refusal('keys.no-core')
    const ran = await runBinary(file, args, { deadlineMs: DEADLINE_MS, env: coreEnvironment('') })
    if (ran.timedOut) throw new Refusal('keys.too-slow', { seconds: DEADLINE_MS / 1000 })
    if (ran.code === 0) return ran.stdout
    throw new Refusal('keys.failed', { reason: coreWords(`${ran.stdout}\n${ran.stderr}`) })
  }

  async function pair(...args: string[]): Promise<[string, string]> {
    const [first, second] = values(await ask(...args))
    if (!first || !second) throw new Refusal('keys.unsupported')
    return [first, second]
  }

  return {
    uuid: () => ({ uuid: randomUUID() }),
    x25519: x25519Pair,
    async mldsa65() {
      const [seed, verify] = await pair('mldsa65')
      return { seed, verify }
    },
    async mlkem768() {
      const [seed, client] = await pair('mlkem768')
      return { seed, client }
    },
    async vlessEnc() {
      const auths = parseVlessEnc(await ask('vlessenc'))
      if (auths.length === 0) throw new Refusal('keys.no-vless-encryption')
      return { auths }
    },
    async ech(serverName: string) {
      checkServerName(serverName)
      const [, echConfigList, , echServerKeys] = values(await ask('tls', 'ech', '--serverName', serverName))
      if (!echConfigList || !echServerKeys) throw new Refusal('keys.no-ech')
      return { echServerKeys, echConfigList }
    },
  }
}

export type CoreKeys = ReturnType<typeof createKeys>

/** PKCS #8 around the 32 bytes of an X25519 private key. */
const wrapping = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** The public half of a Reality key, in the format of `xray x25519`; blank if the text is no key. */
export function realityPublicKey(privateKey: string): string {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== 32) return ''
  const key = createPrivateKey({ key: Buffer.concat([wrapping, bytes]), format: 'der', type: 'pkcs8' })
  return createPublicKey(key).export({ format: 'jwk' }).x ?? ''
}
