import { setTimeout as pause } from 'node:timers/promises'
import type { Authorization, Client, Order } from 'acme-client'
import type { ChallengeMethod } from '#contract/certificates-api.ts'
import { methodName, problemIn, type Validation, wordsOf } from '#domain/certificates/problem.ts'
import { isIp } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Acme, AuthorityRefused } from './acme-client.ts'
import type { Challenge } from './store.ts'

interface OrderDeps {
  acme: Acme
  client: Client
  names: readonly string[]
  method: ChallengeMethod
  /** Blank: the authority's usual one. */
  profile: string
  /** Resolves when this server answers these. */
  present(challenges: readonly Challenge[]): Promise<void>
  /** Asks a DNS hook. */
  dns(verb: 'set' | 'clear', name: string, value: string): Promise<void>
  signal: AbortSignal
}

/** What an authority did not accept, and where it looked. */
class NotProven extends AuthorityRefused {
  readonly where: Validation
  constructor(problem: AuthorityRefused['problem'], where: Validation) {
    super(problem)
    this.where = where
  }
}

export const wordsFor = (error: AuthorityRefused) =>
  wordsOf(error.problem, error instanceof NotProven ? error.where : undefined)

const decisionMs = 300_000
const pauses = [300, 700, 1_000, 2_000, 3_000]

/** Reads until it is decided. */
async function decided<T extends { status: string }>(
  read: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const end = performance.now() + decisionMs
  for (let turn = 0; performance.now() < end; turn++) {
    const item = await read()
    if (item.status !== 'pending' && item.status !== 'processing') return item
    await pause(pauses[Math.min(turn, pauses.length - 1)], undefined, { signal })
  }
  throw new Refusal('acme.too-slow', { minutes: decisionMs / 60_000 })
}

type Asked = Challenge & { authorization: Authorization; challenge: Authorization['challenges'][number] }

async function askedOf({ client, method }: OrderDeps, authorization: Authorization): Promise<Asked> {
  const name = authorization.identifier.value
  const challenge = authorization.challenges.find(({ type }) => type === method)
  if (!challenge) throw new Refusal('acme.not-offered', { method: methodName(method), name }, 'method')
  const keyAuthorization = await client.getChallengeKeyAuthorization(challenge)
  const { token } = challenge
  return { method, name, token, keyAuthorization, authorization, challenge }
}

/** Asks the authority to look, and waits for what it says. */
async function prove({ client, signal }: OrderDeps, order: Order, asked: Asked): Promise<void> {
  await client.completeChallenge(asked.challenge)
  const one = { ...order, authorizations: [asked.authorization.url] }
  const result = await decided(async () => {
    const [read] = await client.getAuthorizations(one)
    return read ?? asked.authorization
  }, signal)
  if (result.status === 'valid') return
  const failed = result.challenges.find((challenge) => 'error' in challenge)
  const problem = failed && problemIn((failed as { error?: unknown }).error) // the library leaves it out of its type
  throw new NotProven(problem ?? { type: 'unauthorized', detail: result.status }, asked)
}

async function proveAll(deps: OrderDeps, order: Order): Promise<void> {
  const { client, method } = deps
  const open = (await client.getAuthorizations(order)).filter(({ status }) => status === 'pending')
  const asked: Asked[] = []
  for (const authorization of open) asked.push(await askedOf(deps, authorization))
  const records: Asked[] = []
  try {
    if (method === 'dns-01')
      for (const one of asked) {
        records.push(one)
        await deps.dns('set', one.name, one.keyAuthorization)
      }
    else
      await deps.present(
        asked.map(({ name, token, keyAuthorization }) => ({ method, name, token, keyAuthorization })),
      )
    for (const one of asked) await prove(deps, order, one)
  } finally {
    for (const { name, keyAuthorization } of records)
      await deps.dns('clear', name, keyAuthorization).catch(() => {}) // the first failure is the one to report
  }
}

/** One certificate from the order to the chain, with a key of its own. */
export async function getCertificate(deps: OrderDeps): Promise<{ fullchain: string; privateKey: string }> {
  const { acme, client, names, profile, signal } = deps
  const identifiers = names.map((value) => ({ type: isIp(value) ? 'ip' : 'dns', value }))
  const order = await client.createOrder({ identifiers, ...(profile && { profile }) })
  await proveAll(deps, order)
  const key = await acme.crypto.createPrivateEcdsaKey()
  const [, csr] = await acme.crypto.createCsr({ altNames: [...names] }, key)
  await decided(() => client.getOrder(order), signal)
  const asked = await client.finalizeOrder(order, csr)
  const done = asked.status === 'valid' ? asked : await decided(() => client.getOrder(order), signal)
  if (done.status !== 'valid') throw new AuthorityRefused({ type: 'other', detail: done.status })
  return { fullchain: await client.getCertificate(done), privateKey: key.toString() }
}
