/** What a user of the core stands for. */
export interface CoreUser {
  /** The client. */
  email: string
  /** One of its devices with a key of its own (ADR 121); below zero if it is one of this panel's central panel. */
  device: number | undefined
  /** The advertised address whose key it uses (ADR 151). */
  address: number | undefined
  /** The inbound on which its bytes are counted apart (ADR 146). */
  inbound: number | undefined
}

type NameParts = Pick<CoreUser, 'email'> & Partial<CoreUser>

const form = /^(-?\d{1,15})?(?:\+(\d{1,15}))?(?:@(\d{1,15}))?$/
const idIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

/** Who a user of the core is: a client, or one of its devices, by whichever key, everywhere or on one inbound. */
export function readCoreUser(name: string): CoreUser {
  // Most names are emails: they cost one search for a character.
  const slash = name.indexOf('/')
  const found = slash > 0 && slash < name.length - 1 && form.exec(name.slice(0, slash))
  if (!found || found[0] === '')
    return { email: name, device: undefined, address: undefined, inbound: undefined }
  const [, device, address, inbound] = found
  return {
    email: name.slice(slash + 1),
    device: idIn(device),
    address: idIn(address),
    inbound: idIn(inbound),
  }
}

/**
 * The core's name for a client: `ann`, `7/ann` for its device 7, `@12/ann` if its bytes on inbound 12 are counted apart,
 * `7@12/ann` for both, `7+3@12/ann` if that device uses the key of the address 3. It cannot clash with a client, because `/` is refused in emails (R18), nor with a hidden user, whose
 * name begins with a letter.
 */
export function coreUserName({ email, device, address, inbound }: NameParts): string {
  if (device === undefined && address === undefined && inbound === undefined) return email
  return `${device ?? ''}${address === undefined ? '' : `+${address}`}${inbound === undefined ? '' : `@${inbound}`}/${email}`
}

export const deviceUser = (device: number, email: string): string => coreUserName({ email, device })

/** The email of the client that a user of the core belongs to. */
export const clientOf = (name: string): string => readCoreUser(name).email

/** The same user where its bytes are not counted apart: the client, or its device. */
export const withoutInbound = (name: string): string =>
  coreUserName({ ...readCoreUser(name), inbound: undefined })
/** The same user with the key of an address. */
export const withAddress = (name: string, address: number): string =>
  coreUserName({ ...readCoreUser(name), address })
export const onInbound = (name: string, inbound: number): string =>
  coreUserName({ ...readCoreUser(name), inbound })

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Also of a core that an earlier version of the panel started. */
const anyMatcher = 'regexp:(?i)^-?[0-9]*(?:'
const matcherStart = `${anyMatcher}\\+[0-9]+)?(?:@[0-9]+)?/(?:`
export const isClientMatcher = (token: string): boolean => token.startsWith(anyMatcher)

/**
 * What a routing rule takes to match the other users that these clients are in the core, in any letter case; the core reads
 * an expression.
 */
export const clientMatcher = (emails: readonly string[]): string =>
  `${matcherStart}${emails.map(escaped).join('|')})$`
