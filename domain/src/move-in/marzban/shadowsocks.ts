import { isSingleUser, isValidKey, keyLength } from '#domain/clients/credentials.ts'
import { coded } from '#domain/refusal.ts'
import { base64 } from '#domain/texts.ts'
import type { CoreInbound } from './core-file.ts'
import type { Findings } from './findings.ts'
import type { Person } from './people.ts'

const fallbackMethod = 'chacha20-ietf-poly1305'

/** PasarGuard's key for a Shadowsocks 2022 inbound: the password if it is one, else the start of its hash. */
export function derivedKey(method: string, password: string, sha256: (text: string) => string): string {
  if (isValidKey(method, password)) return password
  const bytes = sha256(password).match(/../g) ?? []
  return base64(Uint8Array.from(bytes.slice(0, keyLength(method)), (pair) => Number.parseInt(pair, 16)))
}

/** The cipher that most users of an inbound have: here all clients of an inbound share it. */
function usualMethod(tag: string, people: readonly Person[]): string {
  const votes = new Map<string, number>()
  for (const { secrets } of people) {
    const { method = '', tags = [] } = secrets.shadowsocks ?? {}
    if (method !== '' && tags.includes(tag)) votes.set(method, (votes.get(method) ?? 0) + 1)
  }
  const [first] = [...votes].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return first?.[0] ?? fallbackMethod
}

/** Marzban's users bring their own cipher, and its inbounds name none. */
export function withMethods(
  inbounds: readonly CoreInbound[],
  people: readonly Person[],
  findings: Findings,
): CoreInbound[] {
  return inbounds.map((inbound) => {
    if (inbound.protocol !== 'shadowsocks') return inbound
    const { tag, arriving } = inbound
    const method = inbound.method || usualMethod(tag, people)
    if (isSingleUser(method)) findings.add('left', tag, coded('marzban.cipher-single-user'))
    if (keyLength(method) === 0) {
      for (const { name, secrets } of people) {
        const own = secrets.shadowsocks
        if (own?.tags.includes(tag) && own.method !== '' && own.method !== method)
          findings.count('changes', `method ${tag}`, name, (about) =>
            coded('marzban.cipher-differs', { ...about, tag, method }),
          )
      }
    }
    return { ...inbound, method, arriving: { ...arriving, settings: { ...arriving.settings, method } } }
  })
}
