/** Who a user of the core is: a client, or one of its devices that has a key of its own (ADR 121). */
interface CoreUser {
  email: string
  /** The row id of the device, below zero if it is one of this panel's centre; undefined for the client itself. */
  device: number | undefined
}

/**
 * The core's name for a device: `7/ann`. It cannot clash with a client, because `/` is refused in emails (R18), nor with
 * a placeholder, which begins with a letter.
 */
export const deviceUser = (device: number, email: string): string => `${device}/${email}`

const form = /^(-?\d{1,15})\/(.+)$/s

/** The client and the device behind a name of the core. */
export function readCoreUser(name: string): CoreUser {
  // Most names are emails: they cost one search for a character.
  const [, device, email] = (name.includes('/') && form.exec(name)) || []
  return email === undefined ? { email: name, device: undefined } : { email, device: Number(device) }
}

/** The email of the client that a user of the core belongs to. */
export const clientOf = (name: string): string => readCoreUser(name).email

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const deviceStart = 'regexp:(?i)^-?[0-9]+/(?:'
export const isDeviceMatcher = (token: string): boolean => token.startsWith(deviceStart)

/** What a routing rule takes to match the devices of these clients, in any letter case; the core reads an expression. */
export const deviceMatcher = (emails: readonly string[]): string =>
  `${deviceStart}${emails.map(escaped).join('|')})$`
