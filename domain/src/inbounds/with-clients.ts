import { type ClientEntry, type ClientFields, ClientInput } from '#contract/client.ts'
import { blanksOf, fieldsWith } from '#contract/clients/fields.ts'
import type { Block } from '#contract/inbound.ts'
import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { entryMethod, passwordOn } from '#domain/clients/credentials.ts'
import { checkClientInput, emailKey } from '#domain/clients/field-rules.ts'
import { codedIssue } from '#domain/invalid-input.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Peer } from '#domain/wireguard/keys.ts'
import { listIn } from '../texts.ts'
import { flowOn, methodOf } from './capabilities.ts'
import type { InboundShape } from './stream.ts'

export type ClientDraft = ClientInput & { email: string }

function draftOf(entry: unknown, at: string): ClientDraft {
  const parsed = ClientInput.safeParse(entry)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const field = [at, ...(issue?.path ?? [])].join('.')
    throw issue ? Refusal.of(codedIssue(issue), field) : new Refusal('input.unreadable', {}, field)
  }
  const { email } = checkClientInput(parsed.data, `${at}.`)
  if (email === undefined) throw new Refusal('client.email-missing', {}, `${at}.email`)
  return { ...parsed.data, email }
}

/** Splits an inbound into settings and clients. Null entries, which some callers send, are skipped. */
export function splitSettings(
  protocol: string,
  written: Block,
): { settings: Block; clients: ClientDraft[] | undefined } {
  if (!carriesClients(protocol)) return { settings: written, clients: undefined }
  const { clients, users, ...settings } = written
  const list = clients ?? users
  if (list === undefined || list === null) return { settings, clients: undefined }
  if (!Array.isArray(list)) throw new Refusal('inbound.clients-not-list', {}, 'settings.clients')
  const seen = new Set<string>()
  const drafts: ClientDraft[] = []
  for (const [i, entry] of list.entries()) {
    if (entry === null) continue
    const draft = draftOf(entry, `settings.clients[${i}]`)
    const key = emailKey(draft.email)
    if (seen.has(key))
      throw new Refusal('client.email-twice', { email: draft.email }, `settings.clients[${i}].email`)
    seen.add(key)
    drafts.push(draft)
  }
  return { settings, clients: drafts }
}

/** A client with the settings of its attachment to one inbound. */
export type AttachedClient = ClientFields & { shadowsocksKey?: string; flowOverride?: string }

type Identity = Pick<
  ClientEntry,
  | 'id'
  | 'password'
  | 'auth'
  | 'flow'
  | 'reverse'
  | 'method'
  | 'allowedIPs'
  | Exclude<keyof Peer, 'allowedIPs'>
>

const auth = (c: AttachedClient): Identity => ({ auth: c.auth })

/** Shows only what the protocol uses; Trojan's flow is echoed although the core never gets it (R26). */
const identityFor = {
  vless: (c, inbound) => ({
    id: c.uuid,
    flow: flowOn(inbound, c.flow, c.flowOverride),
    reverse: c.reverse ?? undefined,
  }),
  vmess: (c) => ({ id: c.uuid }),
  trojan: (c) => ({ password: c.password, flow: c.flowOverride || c.flow }),
  shadowsocks: (c, inbound) => {
    const cipher = methodOf(inbound)
    return { password: passwordOn(cipher, c), method: entryMethod(cipher) }
  },
  hysteria: auth,
  hysteria2: auth,
  masque: (c) => ({ password: c.password }),
  wireguard: ({ privateKey, publicKey, preSharedKey, allowedIPs, keepAlive }) => {
    const addresses = listIn(allowedIPs)
    return {
      privateKey,
      publicKey,
      preSharedKey,
      keepAlive,
      ...(addresses.length > 0 && { allowedIPs: addresses }),
    }
  },
} satisfies Record<ClientProtocol, (c: AttachedClient, inbound: InboundShape) => Identity>

function notEmpty<T extends object>(fields: T): Partial<T> {
  const out: Partial<T> = {}
  for (const key in fields) if (fields[key]) out[key] = fields[key]
  return out
}

const shownIfSet = fieldsWith({ entry: 'set' })
const unset = blanksOf(shownIfSet)

/** Of these fields those that do not have the default. */
function setOf(c: AttachedClient): Partial<typeof unset> {
  const out: Record<string, unknown> = {}
  for (const name of shownIfSet) if (c[name] !== unset[name]) out[name] = c[name]
  return out
}

/** A client's entry in `settings.clients`: blank fields omitted, `security` always present. */
export function clientEntry(
  inbound: InboundShape & { protocol: ClientProtocol },
  c: AttachedClient,
): ClientEntry {
  return {
    ...notEmpty(identityFor[inbound.protocol](c, inbound)),
    security: c.security,
    email: c.email,
    limitIp: c.limitIp,
    totalGB: c.totalGB,
    expiryTime: c.expiryTime,
    enable: c.enable,
    tgId: c.tgId,
    subId: c.subId,
    comment: c.comment,
    reset: c.reset,
    resetDay: c.resetDay,
    resetMax: c.resetMax,
    ...setOf(c),
    ...notEmpty({ created_at: c.createdAt, updated_at: c.updatedAt }),
  }
}
