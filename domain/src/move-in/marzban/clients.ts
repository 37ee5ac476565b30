import type { ClientFields } from '#contract/client.ts'
import { blankFields } from '#domain/clients/client.ts'
import { checkUuid } from '#domain/clients/credentials.ts'
import { dayMs } from '#domain/clients/expiry.ts'
import { flows } from '#domain/clients/field-rules.ts'
import { coded } from '#domain/refusal.ts'
import type { ArrivingClient } from '../arrival.ts'
import type { CoreInbound } from './core-file.ts'
import type { Findings } from './findings.ts'
import type { Names } from './names.ts'
import { type Part, partsOf } from './parts.ts'
import type { Person, SecretProtocol } from './person.ts'

export interface ClientContext {
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
    if (value !== undefined && !isUuid(value)) drop(protocol)
  }
  for (const protocol of ['trojan', 'shadowsocks', 'hysteria'] as const) {
    const { value } = secrets[protocol] ?? {}
    if (value !== undefined && (value.length > 512 || /[\p{Cc}\p{Cs}]/u.test(value))) drop(protocol)
  }
  return { ...person, secrets }
}

function isUuid(value: string): boolean {
  try {
    checkUuid(value)
    return true
  } catch {
    return false
  }
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
