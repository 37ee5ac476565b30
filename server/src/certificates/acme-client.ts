import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { type AcmeProblem, problemIn, wordsOf } from '#domain/certificates/problem.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { AcmeConfig } from '../platform/config.ts'
import type { Reply } from '../platform/egress/safe-fetch.ts'
import type { Base } from '../settings/base-services.ts'

/** An authority said no. */
export class AuthorityRefused extends Error {
  readonly problem: AcmeProblem
  /** Unix milliseconds; 0: it named no time. */
  readonly retryAfter: number
  constructor(problem: AcmeProblem, retryAfter = 0) {
    super(problem.detail || problem.type)
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

interface CallOptions extends Pick<Base, 'egress' | 'now'> {
  acme: AcmeConfig
  signal: AbortSignal
}

export type Acme = typeof import('acme-client')

const callMs = 30_000
const mostBytes = 1_048_576
/** acme-client has one HTTP client for the whole process: this says whose call it is. */
const calls = new AsyncLocalStorage<CallOptions>()
let loading: Promise<Acme> | undefined

/** Loaded at first use: few panels need it, and it is megabytes. */
export function loadAcme(): Promise<Acme> {
  loading ??= load()
  return loading
}

async function load(): Promise<Acme> {
  const acme = await import('acme-client')
  acme.axios.defaults.adapter = async (config) => {
    const options = calls.getStore()
    if (!options) throw new Error('a call to an authority outside of withAcme')
    const reply = await call(options, config.url ?? '', config.method ?? 'get', config.data)
    const headers = Object.fromEntries(reply.headers)
    return { data: reply.text(), status: reply.status, statusText: '', headers, config }
  }
  return acme
}

/** Runs with the library; all that it calls goes through `platform/egress`. */
export async function withAcme<T>(options: CallOptions, run: (acme: Acme) => Promise<T>): Promise<T> {
  const acme = await loadAcme()
  return calls.run(options, () => run(acme))
}

function trusted({ caFile }: AcmeConfig): { ca: string } | undefined {
  if (!caFile) return undefined
  try {
    return { ca: readFileSync(caFile, 'utf8') }
  } catch (error) {
    throw new Refusal('acme.ca-file-unreadable', { file: caFile, reason: codedOf(error) })
  }
}

function retryAfterOf(reply: Reply, now: number): number {
  const text = reply.headers.get('retry-after') ?? ''
  const at = /^\d+$/.test(text) ? now + Number(text) * 1_000 : Date.parse(text)
  // Some name a year: a day is looked at again anyway.
  return at > now ? Math.min(at, now + 86_400_000) : 0
}

async function call(options: CallOptions, url: string, method: string, data: unknown): Promise<Reply> {
  const { egress, acme, now, signal } = options
  const tls = trusted(acme)
  const reply = await egress
    .safeFetch(url, {
      method: method.toUpperCase() as 'GET' | 'HEAD' | 'POST', // all that the protocol has
      headers: { 'content-type': 'application/jose+json' },
      ...(typeof data === 'string' && { body: data }),
      expectStatus: 'any',
      maxBytes: mostBytes,
      timeoutMs: callMs,
      signal,
      allowPrivateAddress: acme.isOwn,
      ...(tls && { tls }),
    })
    .catch((error: unknown) => {
      throw new Refusal('acme.unreachable', { host: hostOf(acme.directory), reason: codedOf(error) })
    })
  const problem = reply.status >= 400 ? await problemOf(reply) : undefined
  // The library sends a request with an old nonce again by itself.
  if (problem && problem.type !== 'badNonce') throw new AuthorityRefused(problem, retryAfterOf(reply, now()))
  return reply
}

/** Every failure is a problem document; one of a proxy in between is not. */
async function problemOf(reply: Reply): Promise<AcmeProblem> {
  try {
    return problemIn(await reply.json()) ?? { type: 'other', detail: `HTTP ${reply.status}` }
  } catch {
    return { type: 'other', detail: `HTTP ${reply.status}` }
  }
}

export const hostOf = (directory: string): string => {
  try {
    return new URL(directory).host
  } catch {
    return directory
  }
}

/** For calls without a place to keep the failure: the authority's words become the answer. */
export function refuseAsAuthority(error: unknown): never {
  throw error instanceof AuthorityRefused ? Refusal.of(wordsOf(error.problem)) : error
}
