import { keyLength } from '#domain/clients/credentials.ts'
import { credentialsIn } from '#domain/devices/keys.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import type { CoreInbound } from './inbound-section.ts'
import { asBlock } from './json.ts'
import type { HiddenBytes, UserSource } from './users.ts'

const start = 'check/'

/** Whose keys a hidden client has: this server's own, or those of a period (`domain/entries/remote-keys.ts`). */
export type Eye = string
export const ownEye: Eye = ''

/**
 * A hidden client of an inbound: of this server, or of eyes elsewhere, whose keys are those of a period. No client can have
 * its name, nor can a device: `/` is refused in emails (R18).
 */
export const checkUserName = (tag: string, eye: Eye = ownEye): string =>
  eye === ownEye ? `${start}${tag}` : `${start}${eye}/${tag}`
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
  const name = eye === ownEye ? email : `eye/${eye}/${inbound.tag}`
  const bytes = Uint8Array.of(...hidden(name, 48), ...hidden(`${name} shadowsocks`, 32))
  const credentials = credentialsIn(bytes, keyLength(methodOf(inbound)) || 32)
  return { email, ...credentials, flow: 'xtls-rprx-vision', security: 'auto', reverse: null, enable: true }
}

const isOther = (user: unknown): boolean =>
  !(typeof user === 'object' && user !== null && 'email' in user && isCheckUser(String(user.email)))

/** As operators may see it. An inbound of the template may have any form. */
export function withoutCheckUser(inbound: CoreInbound): CoreInbound {
  const { clients, ...settings } = asBlock(inbound.settings)
  if (!Array.isArray(clients) || clients.every(isOther)) return inbound
  return { ...inbound, settings: { ...settings, clients: clients.filter(isOther) } }
}
