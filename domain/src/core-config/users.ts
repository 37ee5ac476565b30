import type { ClientFields } from '#contract/client.ts'
import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { base64 } from '#domain/clients/mint.ts'
import { emailKey } from '#domain/clients/names.ts'
import { is2022, isSingleUser, isValidKey, keyLength } from '#domain/clients/shadowsocks-key.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { type InboundShape, textAt } from '#domain/inbounds/stream.ts'
import { type CoreClient, coreClient, type EntrySource } from './client-entry.ts'
import { sameJson } from './json.ts'

/** One user of one inbound, as the core is told about it in its configuration or over its API. */
export type Entry = CoreClient & { testseed?: number[] }

export type UserSource = EntrySource & Pick<ClientFields, 'enable'>
export type TaggedInbound = InboundShape & { tag: string }

/**
 * Bytes that only this panel can know: the same for the same name, unlike for another. It must not come from a
 * secret of the inbound: every client of a Shadowsocks-2022 inbound holds the server's key.
 */
export type HiddenBytes = (name: string, length: number) => Uint8Array

/** No client can be called so: `/` is refused in emails (R18). */
export const placeholderEmail = (tag: string): string => `placeholder/${tag}`
export const isPlaceholder = (email: string): boolean => email.startsWith('placeholder/')

/**
 * A 2022 inbound that starts without users cannot take any later. This one, whose key nobody has,
 * makes the first client and the last one ordinary edits.
 */
export function placeholderUser(inbound: TaggedInbound, hidden: HiddenBytes): Entry | undefined {
  const method = methodOf(inbound)
  if (!is2022(method) || isSingleUser(method)) return undefined
  const email = placeholderEmail(inbound.tag)
  return { email, password: base64(hidden(email, keyLength(method))) }
}

/** The server's own key; one that the core would refuse is replaced, so that the other inbounds run. */
export function serverKey(inbound: TaggedInbound, hidden: HiddenBytes): string {
  const method = methodOf(inbound)
  const password = textAt(inbound.settings, 'password')
  const length = keyLength(method) || 16
  return isValidKey(method, password) ? password : base64(hidden(`server/${inbound.tag}`, length))
}

/** Vision's padding seed: the core wants four numbers, and only ever reads them off a user. */
function visionSeed(settings: Block): number[] | undefined {
  const seed = settings.testseed
  const fits = Array.isArray(seed) && seed.length === 4 && seed.every((n) => Number.isInteger(n) && n >= 0)
  return fits ? seed : undefined
}

/** What the core takes for a UUID: one, or a short text that it makes one of. */
const isId = (id: string): boolean =>
  /^.{1,30}$/s.test(id) || /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i.test(id)

/** A key that the core refuses keeps the whole configuration from loading, and a blank one lets anybody in. */
function isUsable(method: string, entry: Entry): boolean {
  if ('id' in entry) return isId(entry.id)
  if ('password' in entry) return isValidKey(method, entry.password)
  return entry.auth !== ''
}

/** The entry of one client, or undefined where the inbound must not know it: disabled, or impossible there. */
export function coreUser(inbound: InboundShape, client: UserSource): Entry | undefined {
  const { protocol } = inbound
  const method = methodOf(inbound)
  if (!client.enable || !carriesClients(protocol) || isSingleUser(method)) return undefined
  const entry = coreClient({ ...inbound, protocol }, client)
  if (!isUsable(method, entry)) return undefined
  const seed = 'flow' in entry ? visionSeed(inbound.settings) : undefined
  return seed ? { ...entry, testseed: seed } : entry
}

/** All users of an inbound: the placeholder first, then its enabled clients in their order. */
export function coreUsers(
  inbound: TaggedInbound,
  clients: readonly UserSource[],
  hidden: HiddenBytes,
): Entry[] {
  const placeholder = placeholderUser(inbound, hidden)
  const users: Entry[] = placeholder ? [placeholder] : []
  for (const client of clients) {
    const entry = coreUser(inbound, client)
    if (entry) users.push(entry)
  }
  return users
}

/** What to tell the core: it knows no change, only "remove" and "add", and refuses to add an email twice. */
export interface UserChange {
  remove?: string
  add?: Entry
}

/** The core tells users apart by their email ignoring case: another spelling is the same user. */
export const sameName = (a: Entry, b: Entry): boolean => emailKey(a.email) === emailKey(b.email)

/** A new spelling of the name alone changes nothing: to be removed and added again would end the user's own streams. */
export function userDiff(before: Entry | null, after: Entry | null): UserChange {
  if (before === after) return {}
  if (before && after && sameName(before, after) && sameJson(before, { ...after, email: before.email }))
    return {}
  return { ...(before && { remove: before.email }), ...(after && { add: after }) }
}
