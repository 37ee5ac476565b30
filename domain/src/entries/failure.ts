import type { Coded } from '#contract/coded.ts'
import type { EntryStage } from '#contract/entries-api.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { coded } from '#domain/refusal.ts'

/** What is known about a check that failed. */
export interface FailureFacts {
  entry: Pick<Advertised, 'host' | 'port' | 'security'>
  /** The client's core about its outbound; blank if it said nothing. */
  said: string
  /** The server ended the connection; false: nothing came within the time. */
  wasClosed: boolean
  /** This panel's core took a connection of the hidden client that brought no page. */
  wasAccepted: boolean
  /** Why a bare connection to the port fails; undefined if it opens, or if that cannot be seen. */
  knock: Coded | undefined
  /** Why a bare TLS handshake fails; undefined if it does not, or if there is no TLS. */
  tls: Coded | undefined
}

const inName = /\blookup \S+|no such host|server misbehaving/i
const inDial = /\bdial (?:tcp|udp)\b|connection refused|network is unreachable|no route to host/i
const inReality = /\bREALITY\b/i
const inTls = /\b(?:tls|x509|CRYPTO_ERROR)\b|certificate|peer cert/i
const inTransport =
  /websocket|httpupgrade|bad handshake|unexpected (?:http )?status|\bstatus(?: code)? \d{3}\b|grpc|\bhttp2:/i
/** A login over WebSocket is refused by closing it in good order. */
const inLogin = /websocket: close 1000|\bauth\b|authentication|invalid (?:user|account)/i

const nameCodes: ReadonlySet<string> = new Set([
  'egress.name-unknown',
  'egress.dns-failed',
  'egress.not-resolved',
  'egress.no-address',
])

const other = (reason: string): Coded => coded('other.said', { reason })

/** Where the way to an entry ends, and in which words. The first obstacle on the way counts. */
export function causeOf(facts: FailureFacts): { stage: EntryStage; cause: Coded } {
  const { entry, said, wasClosed, wasAccepted, knock, tls } = facts
  const { host, port } = entry
  const reason = said === '' ? coded('entry.unsaid') : other(said)
  if (inName.test(said) || (knock && nameCodes.has(knock.code)))
    return { stage: 'name', cause: coded('entry.name-unresolved', { host, reason: knock ?? reason }) }
  if (knock) return { stage: 'port', cause: coded('entry.port-closed', { host, port, reason: knock }) }
  if (wasAccepted) return { stage: 'silent', cause: coded('entry.page-missing', { reason }) }
  // With a key of another server, Reality leads to the cover site, whose certificate a client may know or not.
  const isReality = entry.security.kind === 'reality' && (inReality.test(said) || inTls.test(said))
  if (isReality) return { stage: 'reality', cause: coded('entry.reality-cover') }
  if (inDial.test(said)) return { stage: 'port', cause: coded('entry.port-closed', { host, port, reason }) }
  if (inLogin.test(said)) return { stage: 'login', cause: coded('entry.login-refused') }
  if (inTls.test(said)) return { stage: 'tls', cause: coded('entry.tls-refused', { reason }) }
  if (tls) return { stage: 'tls', cause: coded('entry.tls-refused', { reason: tls }) }
  if (inTransport.test(said))
    return { stage: 'transport', cause: coded('entry.transport-refused', { reason }) }
  if (wasClosed) return { stage: 'login', cause: coded('entry.login-refused') }
  return { stage: 'silent', cause: coded('entry.silent') }
}
