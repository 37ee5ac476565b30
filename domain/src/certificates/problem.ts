import type { ChallengeMethod } from '#contract/certificates-api.ts'
import type { Coded } from '#contract/coded.ts'
import { bracketed } from '../net/address.ts'
import { coded } from '../refusal.ts'

/** What an authority says when it refuses (RFC 7807, RFC 8555 section 6.7). */
export interface AcmeProblem {
  /** The last part of `urn:ietf:params:acme:error:...`. */
  type: string
  detail: string
}

/** Where and how the authority looked; absent if it refused before. */
export interface Validation {
  name: string
  method: ChallengeMethod
  token: string
}

const prefix = 'urn:ietf:params:acme:error:'
/** An authority's words are shown, not trusted: one line, and no page of HTML. */
const lineOf = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 400)

/** Undefined if it is no problem document. Of several, the first that says why. */
export function problemIn(body: unknown): AcmeProblem | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { type, detail, subproblems } = body as Record<string, unknown> // read field by field below
  if (typeof type !== 'string' || !type.startsWith(prefix)) return undefined
  const [inner] = Array.isArray(subproblems) ? subproblems.map(problemIn) : []
  const own = { type: type.slice(prefix.length), detail: lineOf(typeof detail === 'string' ? detail : '') }
  return own.type === 'compound' && inner ? inner : own
}

const methodNames: Record<ChallengeMethod, string> = {
  'http-01': 'HTTP',
  'tls-alpn-01': 'TLS-ALPN',
  'dns-01': 'DNS',
}
export const methodName = (method: ChallengeMethod): string => methodNames[method]

const urlOf = ({ name, token }: Validation) =>
  `http://${bracketed(name)}/.well-known/acme-challenge/${token.slice(0, 8)}…`

/** Some say `unauthorized` where nobody answered. */
const unreached =
  /connection refused|failed to connect|timed? ?out|no route to host|unreachable|connection reset/i

function ofValidation({ type, detail }: AcmeProblem, where: Validation): Coded | undefined {
  const { name, method } = where
  if (type === 'dns' || method === 'dns-01')
    return method === 'dns-01' && type !== 'caa'
      ? coded('acme.record-not-found', { name, detail })
      : coded('acme.name-not-resolved', { name, detail })
  if (type === 'connection' || type === 'tls' || unreached.test(detail))
    return method === 'http-01'
      ? coded('acme.http-not-reached', { url: urlOf(where), detail })
      : coded('acme.tls-not-reached', { name, detail })
  if (type === 'unauthorized' || type === 'incorrectResponse')
    return method === 'http-01'
      ? coded('acme.http-other-answer', { url: urlOf(where), detail })
      : coded('acme.tls-other-answer', { name, detail })
  return undefined
}

/** A problem in the panel's words, with the authority's own detail. */
export function wordsOf(problem: AcmeProblem, where?: Validation): Coded {
  const { type } = problem
  const detail = problem.detail || type
  if (type === 'caa') return coded('acme.caa', { name: where?.name ?? '', detail })
  const found = where && ofValidation({ type, detail }, where)
  if (found) return found
  switch (type) {
    case 'rateLimited':
      return coded('acme.rate-limited', { detail })
    case 'rejectedIdentifier':
    case 'unsupportedIdentifier':
      return coded('acme.name-rejected', { detail })
    case 'externalAccountRequired':
      return coded('acme.account-binding-needed')
    case 'invalidProfile':
      return coded('acme.no-short-lived')
    default:
      return coded('acme.refused', { detail })
  }
}
