import { isSingleUser, keyLength } from '#domain/clients/shadowsocks-key.ts'
import { coded } from '#domain/refusal.ts'
import type { CoreInbound } from './core-file.ts'
import type { Findings } from './findings.ts'
import type { Person, Secret } from './person.ts'
import { derivedKey } from './shadowsocks.ts'

/** What one client of this panel can hold of a user. */
export interface Part {
  uuid: string
  password: string
  auth: string
  shadowsocksKey: string
  tags: readonly string[]
}

interface Context {
  inbounds: ReadonlyMap<string, CoreInbound>
  sha256: (text: string) => string
  findings: Findings
}

/** A user's Shadowsocks inbounds: those that take any text, and those of one key length. */
interface Shadowsocks {
  password: string
  /** Blank if no inbound needs one, or if the password is one. */
  key: string
  anyText: readonly string[]
  keyed: readonly string[]
}

function shadowsocksOf(person: Person, { inbounds, sha256, findings }: Context): Shadowsocks {
  const { value = '', tags = [] } = person.secrets.shadowsocks ?? {}
  const methodOn = (tag: string) => inbounds.get(tag)?.method ?? ''
  const usable = tags.filter((tag) => !isSingleUser(methodOn(tag)))
  const allKeyed = usable.filter((tag) => keyLength(methodOn(tag)) > 0)
  const method = methodOn(allKeyed[0] ?? '')
  const keyed = allKeyed.filter((tag) => keyLength(methodOn(tag)) === keyLength(method))
  for (const tag of allKeyed) {
    if (keyed.includes(tag)) continue
    findings.count('left', `length ${tag}`, person.name, (about) =>
      coded('marzban.key-lengths', { ...about, tag }),
    )
  }
  const key = keyed.length > 0 ? derivedKey(method, value, sha256) : ''
  return {
    password: value,
    key: key === value ? '' : key,
    anyText: usable.filter((tag) => keyLength(methodOn(tag)) === 0),
    keyed,
  }
}

const used = (secret: Secret | undefined): boolean => (secret?.tags.length ?? 0) > 0

/**
 * A client has one UUID and one password, and a key of its own for Shadowsocks 2022. VLESS and Trojan come with the
 * first client; what would need another value there comes with a second one.
 */
export function partsOf(person: Person, context: Context): Part[] {
  const { vless, vmess, trojan, hysteria } = person.secrets
  const ss = shadowsocksOf(person, context)
  const ssTags = [...ss.anyText, ...ss.keyed]

  const ids = used(vless) || !used(vmess) ? [vless, vmess] : [vmess, vless]
  const uuid = (ids[0] ?? ids[1])?.value ?? ''
  const apart = used(vmess) && vmess?.value.toLowerCase() !== uuid.toLowerCase() ? vmess : undefined

  const trojanFirst = used(trojan) || ssTags.length === 0
  const password = (trojanFirst ? trojan?.value || ss.password : ss.password || trojan?.value) ?? ''
  const ssApart = ss.anyText.length > 0 && ss.password !== password
  // A password that is a key must still be written as one if the client's password is another.
  const key = ss.keyed.length === 0 ? '' : ss.key || (ss.password === password ? '' : ss.password)

  const first: Part = {
    uuid,
    password,
    auth: hysteria?.value ?? '',
    shadowsocksKey: ssApart ? '' : key,
    tags: [
      ...(vless?.tags ?? []),
      ...(apart ? [] : (vmess?.tags ?? [])),
      ...(trojan?.tags ?? []),
      ...(ssApart ? [] : ssTags),
      ...(hysteria?.tags ?? []),
    ],
  }
  if (!apart && !ssApart) return [first]
  const second: Part = {
    uuid: apart?.value ?? '',
    password: ssApart ? ss.password : '',
    auth: '',
    shadowsocksKey: ssApart ? ss.key : '',
    tags: [...(apart?.tags ?? []), ...(ssApart ? ssTags : [])],
  }
  return [first, second]
}
