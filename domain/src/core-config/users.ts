import type { ClientFields } from '#contract/client.ts'
import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { is2022, isSingleUser, isValidKey, keyLength } from '#domain/clients/credentials.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { type DeviceKeyed, deviceCredentials, keyedDevices } from '#domain/devices/keys.ts'
import { idsIn } from '#domain/follow/held.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { isMasqueName } from '#domain/inbounds/masque.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { base64 } from '#domain/texts.ts'
import { sameJson, textAt } from '#domain/untyped.ts'
import { addressSource, type DerivedBytes, type KeyedAddress } from './address-keys.ts'
import { checkSource, type EyeKeys, givenSource, isCheckUser } from './check-user.ts'
import { type CoreClient, coreClient, type EntrySource } from './client-entry.ts'
import { deviceUser, onInbound, readCoreUser, withAddress } from './user-names.ts'

/** One user of one inbound, as in the core's configuration or its API. */
export type Entry = CoreClient & { testseed?: number[] }

export type UserSource = EntrySource & Pick<ClientFields, 'enable'> & DeviceKeyed & OwnPlaces

/** What quotas of the client ask of its inbounds, as its row holds them (ADR 150). */
interface OwnPlaces {
  /** Its bytes are counted apart on these. */
  countedInbounds?: string
  /** These are closed for it. */
  spentInbounds?: string
}

const isIn = (cell: string | undefined, id: number | undefined): boolean =>
  cell !== undefined && cell !== '' && id !== undefined && idsIn(cell).includes(id)

/** Whether a quota of the client has closed this inbound for it. */
export const isClosedFor = (client: OwnPlaces, { id }: { id?: number }): boolean =>
  isIn(client.spentInbounds, id)
type TaggedInbound = InboundShape & { tag: string }

/** An inbound whose users have names of their own there, so that their bytes on it are counted apart (ADR 146). */
export interface CountedApart {
  id?: number
  countedApart?: boolean
  /** Its addresses whose links have keys of their own; its users are counted apart then. */
  addressKeys?: readonly KeyedAddress[]
}

/**
 * Secret bytes derived from the panel's key, at most 64: stable per name. They must not come from a secret of the inbound:
 * every client of a Shadowsocks 2022 inbound has the server's key.
 */
export type HiddenBytes = DerivedBytes

/** Cannot clash with a client: `/` is refused in emails (R18). */
export const placeholderEmail = (tag: string): string => `placeholder/${tag}`
export const isPlaceholder = (email: string): boolean => email.startsWith('placeholder/')
/** A user of the panel itself: it is no client, and nobody is told of it. */
export const isHiddenUser = (email: string): boolean => isPlaceholder(email) || isCheckUser(email)

/**
 * A 2022 inbound that starts without users can never get any. This placeholder, whose key nobody has, lets the first
 * client be added and the last one be removed live.
 */
function placeholderUser(inbound: TaggedInbound, hidden: HiddenBytes): Entry | undefined {
  const method = methodOf(inbound)
  if (!is2022(method) || isSingleUser(method)) return undefined
  const email = placeholderEmail(inbound.tag)
  return { email, password: base64(hidden(email, keyLength(method))) }
}

/** The server's key; one the core would refuse is replaced, so that the other inbounds still run. */
export function serverKey(inbound: TaggedInbound, hidden: HiddenBytes): string {
  const method = methodOf(inbound)
  const password = textAt(inbound.settings, 'password')
  const length = keyLength(method) || 16
  return isValidKey(method, password) ? password : base64(hidden(`server/${inbound.tag}`, length))
}

/** Vision's padding seed: four numbers, which the core reads only from users. */
function visionSeed(settings: Block): number[] | undefined {
  const seed = settings.testseed
  const fits = Array.isArray(seed) && seed.length === 4 && seed.every((n) => Number.isInteger(n) && n >= 0)
  return fits ? seed : undefined
}

/** What the core accepts as UUID: a UUID, or short text that it maps to one. */
const isId = (id: string): boolean =>
  /^.{1,30}$/s.test(id) || /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i.test(id)

/** An invalid key keeps the whole configuration from loading, and a blank one lets anybody in. */
function isUsable(method: string, entry: Entry): boolean {
  if ('id' in entry) return isId(entry.id)
  if ('password' in entry) return isValidKey(method, entry.password)
  if ('pass' in entry) return entry.pass !== '' && isMasqueName(entry.email)
  if ('publicKey' in entry) return entry.publicKey !== '' && entry.allowedIPs.length > 0
  return entry.auth !== ''
}

/** The core's name on this inbound for a client or one of its devices. */
export const nameOnInbound = (
  { id, countedApart }: CountedApart,
  name: string,
  client: OwnPlaces = {},
): string =>
  (countedApart || isIn(client.countedInbounds, id)) && id !== undefined && !isHiddenUser(name)
    ? onInbound(name, id)
    : name

/** The entry of one client; undefined if it must not be on the inbound: disabled, closed by a quota, or not possible there. */
export function coreUser(inbound: InboundShape & CountedApart, client: UserSource): Entry | undefined {
  const { protocol } = inbound
  const method = methodOf(inbound)
  if (!client.enable || !carriesClients(protocol) || isSingleUser(method)) return undefined
  if (isClosedFor(client, inbound)) return undefined
  const entry = coreClient(
    { ...inbound, protocol },
    { ...client, email: nameOnInbound(inbound, client.email, client) },
  )
  if (!isUsable(method, entry)) return undefined
  const seed = 'flow' in entry ? visionSeed(inbound.settings) : undefined
  return seed ? { ...entry, testseed: seed } : entry
}

/** A device of the client as a user of its own; undefined if it shares the client's key. */
export function deviceSource<T extends UserSource>(client: T, device: number): T | undefined {
  const own = deviceCredentials(client, device)
  // A reverse tunnel is one outbound: only the client itself opens it.
  // A tunnel's addresses are the client's: WireGuard has one key for all its devices.
  return own && { ...client, ...own, email: deviceUser(device, client.email), reverse: null, publicKey: '' }
}

/** A client or one of its devices, by the links of an address; undefined if that address has no key for it. */
export function addressUser<T extends UserSource>(
  inbound: InboundShape & CountedApart,
  user: T,
  address: number,
  hidden: HiddenBytes,
): T | undefined {
  const keyed = inbound.addressKeys?.find(({ id }) => id === address)
  const own = keyed && addressSource(inbound, user, keyed, hidden)
  return own && { ...own, email: withAddress(user.email, address), reverse: null }
}

/** The users that a client is on an inbound: itself, its devices with keys of their own, and each of them by the key of each address. */
export function usersOf(
  inbound: InboundShape & CountedApart,
  client: UserSource,
  hidden: HiddenBytes,
): UserSource[] {
  const own = [client, ...keyedDevices(client).flatMap((device) => deviceSource(client, device) ?? [])]
  const { addressKeys = [] } = inbound
  if (addressKeys.length === 0) return own
  return [
    ...own,
    ...own.flatMap((user) => addressKeys.flatMap(({ id }) => addressUser(inbound, user, id, hidden) ?? [])),
  ]
}

/** The user with this name in the core, if the client has it on this inbound. */
export function userNamed(
  inbound: InboundShape & CountedApart,
  client: UserSource,
  name: string,
  hidden: HiddenBytes,
): UserSource | undefined {
  const { device, address } = readCoreUser(name)
  const user = device === undefined ? client : deviceSource(client, device)
  return user && address !== undefined ? addressUser(inbound, user, address, hidden) : user
}

/** The hidden clients that check this inbound, one for each eye; none if no client can be added to it. */
export const checkUsersOf = (
  inbound: TaggedInbound,
  hidden: HiddenBytes,
  eyes: readonly EyeKeys[],
): Entry[] =>
  eyes.flatMap((eye) => {
    const source = typeof eye === 'string' ? checkSource(inbound, hidden, eye) : givenSource(inbound, eye)
    return (source && coreUser(inbound, source)) ?? []
  })

/** All users of an inbound: those of the panel itself, then the enabled clients in order. */
export function coreUsers(
  inbound: TaggedInbound & CountedApart,
  clients: readonly UserSource[],
  { hidden, eyes = [] }: { hidden: HiddenBytes; eyes?: readonly EyeKeys[] | undefined },
): Entry[] {
  const placeholder = placeholderUser(inbound, hidden)
  const users: Entry[] = [...(placeholder ? [placeholder] : []), ...checkUsersOf(inbound, hidden, eyes)]
  for (const client of clients)
    for (const user of usersOf(inbound, client, hidden)) {
      const entry = coreUser(inbound, user)
      if (entry) users.push(entry)
    }
  return users
}

/** Calls for the core: it can only remove and add, and refuses to add an existing email. */
interface UserChange {
  remove?: string
  add?: Entry
}

/** The core compares emails ignoring case: another spelling is the same user. */
export const sameName = (a: Entry, b: Entry): boolean => emailKey(a.email) === emailKey(b.email)

/** A change of spelling alone does nothing: removing and adding the user would end its streams. */
export function userDiff(before: Entry | null, after: Entry | null): UserChange {
  if (before === after) return {}
  if (before && after && sameName(before, after) && sameJson(before, { ...after, email: before.email }))
    return {}
  return { ...(before && { remove: before.email }), ...(after && { add: after }) }
}
