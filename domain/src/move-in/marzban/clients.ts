import type { ClientFields } from '#contract/client.ts'
import { blankFields } from '#domain/clients/client.ts'
import { type Credentials, checkUuid, isSingleUser, keyLength } from '#domain/clients/credentials.ts'
import { dayMs } from '#domain/clients/expiry.ts'
import { flows } from '#domain/clients/field-rules.ts'
import { coded } from '#domain/refusal.ts'
import type { ArrivingClient } from '../arrival.ts'
import { whyNot } from '../names.ts'
import type { CoreInbound } from './core-file.ts'
import type { Findings } from './findings.ts'
import type { Names } from './names.ts'
import type { Person, Secret, SecretProtocol } from './people.ts'
import { derivedKey } from './shadowsocks.ts'

interface ClientContext {
  inbounds: ReadonlyMap<string, CoreInbound>
  /** The key of its subscription tokens; blank if there is none. */
  secret: string
  sha256: (text: string) => string
  names: Names
  findings: Findings
}

const resets: ReadonlySet<string> = new Set(['', 'no_reset'])
const known: ReadonlySet<string> = new Set(['active', 'limited', 'expired', 'on_hold'])
const longestNote = 4096

function expiryOf({ status, name, holdSeconds, holdTimeout, expire }: Person, findings: Findings): number {
  if (status !== 'on_hold') return expire
  const days = Math.min(Math.ceil((holdSeconds * 1000) / dayMs), 100_000)
  if (days * dayMs !== holdSeconds * 1000)
    findings.count('healed', 'hold', name, (about) => coded('marzban.hold-rounded', about))
  if (holdTimeout > 0)
    findings.count('changes', 'timeout', name, (about) => coded('marzban.hold-timeout', about))
  return days === 0 ? 0 : -days * dayMs // JSON would keep a -0
}

function commentOf({ note, name }: Person, findings: Findings): string {
  const clean = note.replace(/[^\P{Cc}\n\r\t]|\p{Cs}/gu, '')
  if (clean.length > longestNote)
    findings.count('healed', 'note', name, (about) =>
      coded('marzban.note-cut', { ...about, max: longestNote }),
    )
  return clean.slice(0, longestNote)
}

function flowOf(person: Person, findings: Findings): string {
  const flow = person.secrets.vless?.flow ?? ''
  if ((flows as readonly string[]).includes(flow) || flow === 'none') return flow === 'none' ? '' : flow // widened: any text may be asked about
  findings.add('healed', person.name, coded('marzban.flow-unknown', { flow }))
  return ''
}

/** A group's name as a client can have it. */
export const groupName = (name: string): string => name.replace(/[\p{Cc}\p{Cs}]/gu, '').slice(0, 254)

/** What cannot be imported with a user, reported once for all users. */
function tellLosses(person: Person, findings: Findings): void {
  const { name, status, resetStrategy, groups } = person
  if (!resets.has(resetStrategy))
    findings.count('changes', `reset ${resetStrategy}`, name, (about) =>
      coded('marzban.reset-strategy', { ...about, strategy: resetStrategy }),
    )
  if (!known.has(status) && status !== 'disabled')
    findings.add('healed', name, coded('marzban.status-unknown', { status }))
  if (groups.length > 1)
    findings.count('changes', 'groups', name, (about) => coded('marzban.several-groups', about))
}

/** Credentials that the core could not use are left out; the plan makes new ones. */
function usableSecrets(person: Person, findings: Findings): Person {
  const secrets = { ...person.secrets }
  const drop = (protocol: SecretProtocol) => {
    delete secrets[protocol]
    findings.add('changes', person.name, coded('marzban.secret-unusable', { protocol }))
  }
  for (const protocol of ['vless', 'vmess'] as const) {
    const { value } = secrets[protocol] ?? {}
    if (value !== undefined && whyNot(checkUuid, value)) drop(protocol)
  }
  for (const protocol of ['trojan', 'shadowsocks', 'hysteria'] as const) {
    const { value } = secrets[protocol] ?? {}
    if (value !== undefined && (value.length > 512 || /[\p{Cc}\p{Cs}]/u.test(value))) drop(protocol)
  }
  return { ...person, secrets }
}

/** The same at every import, and no easier to guess than the tokens. */
function subIdOf({ id, name, secrets }: Person, { secret, sha256 }: ClientContext): string {
  const unguessable =
    secret ||
    Object.values(secrets)
      .map(({ value }) => value)
      .join(' ')
  return sha256(`subscription ${id} ${name} ${unguessable}`).slice(0, 32)
}

function attachmentsOf(tags: readonly string[], { inbounds }: ClientContext): ArrivingClient['attachments'] {
  return [...new Set(tags)].map((inboundTag) => {
    const flow = inbounds.get(inboundTag)?.flow ?? ''
    return { inboundTag, flowOverride: (flows as readonly string[]).includes(flow) ? flow : '' } // widened, as above
  })
}

/** One user as one client; as two with one subscription where one record cannot hold its secrets. */
export function clientsOf(given: Person, context: ClientContext): ArrivingClient[] {
  const { findings, names } = context
  const email = names.primary(given)
  if (email === undefined) {
    findings.add('left', '', coded('marzban.user-nameless', { id: given.id }))
    return []
  }
  tellLosses(given, findings)
  const person = usableSecrets(given, findings)
  const parts = partsOf(person, context)
  if (parts.length > 1)
    findings.count('changes', 'two', email, (about) => coded('marzban.two-clients', about))
  const common = {
    ...blankFields,
    subId: subIdOf(given, context),
    flow: flowOf(person, findings),
    totalGB: person.limit,
    expiryTime: expiryOf(person, findings),
    enable: known.has(person.status),
    comment: commentOf(person, findings),
    group: groupName(person.groups[0] ?? ''),
    limitHwid: person.limitHwid,
    createdAt: person.createdAt,
    updatedAt: person.editedAt || person.createdAt,
  }
  return parts.map((part, i) => {
    const own = i === 0 ? email : names.further(email)
    return arrivingClient(person, part, { ...common, ...credentialsOf(part), email: own }, context)
  })
}

const credentialsOf = ({ uuid, password, auth }: Part) => ({ uuid, password, auth })

function arrivingClient(
  person: Person,
  part: Part,
  fields: ClientFields,
  context: ClientContext,
): ArrivingClient {
  const { id, name, createdAt, revokedAt, used, onlineAt } = person
  return {
    fields,
    shadowsocksKey: part.shadowsocksKey,
    disabledByPanel: false,
    attachments: attachmentsOf(part.tags, context),
    externalLinks: [],
    up: 0,
    down: used,
    lastOnline: onlineAt,
    ips: '',
    oldIdentity: { id, name, createdAt, revokedAt },
  }
}

/** What one client of this panel can hold of a user. */
type Part = Credentials & { tags: readonly string[] }

/** A user's Shadowsocks inbounds: those that take any text, and those of one key length. */
function shadowsocksOf(person: Person, { inbounds, sha256, findings }: ClientContext) {
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
    /** Blank if no inbound needs one, or if the password is one. */
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
function partsOf(person: Person, context: ClientContext): Part[] {
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
