import { keyLength } from '#domain/clients/credentials.ts'
import { credentialsIn } from '#domain/devices/keys.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { asBlock } from '#domain/untyped.ts'
import type { CoreInbound } from './inbound-section.ts'
import type { HiddenBytes, UserSource } from './users.ts'

const start = 'check/'

/** Whose keys a hidden client has: this server's own, or those of a period (`domain/entries/remote-keys.ts`). */
export type Eye = string
export const ownEye: Eye = ''

type Keys = Pick<UserSource, 'uuid' | 'password' | 'auth'> & { shadowsocksKey: string }
/** An eye of another panel, which has placed inbounds here: it gave the keys, by the tags of its inbounds. */
export interface GivenEye {
  eye: Eye
  keys: Readonly<Record<string, Keys>>
}
export type EyeKeys = Eye | GivenEye

/** No eye of this panel begins so. */
const ofCentre = 'centre.'
/** The hidden client of the centre itself, which has placed the inbound with this tag here. */
export const centreUserName = (tag: string): string => checkUserName(tag, ofCentre)

/**
 * A hidden client of an inbound: of this server, or of eyes elsewhere, whose keys are those of a period. No client can have
 * its name, nor can a device: `/` is refused in emails (R18).
 */
export const checkUserName = (tag: string, eye: Eye = ownEye): string =>
  // MASQUE takes no colon in a name.
  (eye === ownEye ? `${start}${tag}` : `${start}${eye}/${tag}`).replaceAll(':', '%3A')
/** In any letter case that the core may have. */
export const isCheckUser = (email: string): boolean => email.startsWith(start)

/**
 * The hidden client with which the panel checks an inbound as its clients use it (ADR 119). Its keys are derived from the
 * panel's secret wherever they are needed: nothing stores them, and no answer contains them.
 */
export function checkSource(
  inbound: InboundShape & { tag: string },
  hidden: HiddenBytes,
  eye: Eye = ownEye,
): UserSource {
  const email = checkUserName(inbound.tag, eye)
  // The tag is last, and the start differs: no tag leads to the keys of another one.
  const name = eye === ownEye ? `${start}${inbound.tag}` : `eye/${eye}/${inbound.tag}`
  const bytes = Uint8Array.of(...hidden(name, 48), ...hidden(`${name} shadowsocks`, 32))
  return hiddenClient(email, credentialsIn(bytes, keyLength(methodOf(inbound)) || 32))
}

const hiddenClient = (email: string, { uuid, password, auth, shadowsocksKey }: Keys): UserSource => ({
  ...{ email, uuid, password, auth, shadowsocksKey },
  ...{ flow: 'xtls-rprx-vision', security: 'auto', reverse: null, enable: true },
})

/** The same for an eye of another panel; undefined where it gave no keys. */
export function givenSource({ tag }: { tag: string }, { eye, keys }: GivenEye): UserSource | undefined {
  const own = Object.hasOwn(keys, tag) ? keys[tag] : undefined
  return own && hiddenClient(checkUserName(tag, `${ofCentre}${eye}`), own)
}

/** What another panel needs to know so that a hidden client of this one can use the inbound there. */
export function keysOf(source: UserSource): Keys {
  const { uuid, password, auth, shadowsocksKey = '' } = source
  return { uuid, password, auth, shadowsocksKey }
}

const isOther = (user: unknown): boolean =>
  !(typeof user === 'object' && user !== null && 'email' in user && isCheckUser(String(user.email)))

/** As operators may see it. An inbound of the template may have any form. */
export function withoutCheckUser(inbound: CoreInbound): CoreInbound {
  const { clients, ...settings } = asBlock(inbound.settings)
  if (!Array.isArray(clients) || clients.every(isOther)) return inbound
  return { ...inbound, settings: { ...settings, clients: clients.filter(isOther) } }
}
