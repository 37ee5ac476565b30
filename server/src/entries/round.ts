import { isIPv4 } from 'node:net'
import type { Coded } from '#contract/coded.ts'
import { causeOf } from '#domain/entries/failure.ts'
import type { EntryOutcome } from '#domain/entries/state.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import type { Core } from '../core/room.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { MaybeAsync } from '../platform/maybe-async.ts'
import { knock } from './knock.ts'
import { type Failed, type Tried, throughCore } from './through-core.ts'

export interface RoundDeps {
  core: { provider: Pick<Core['provider'], 'located'>; testCores: Core['testCores'] }
  egress: Pick<Egress, 'safeFetch' | 'publicAddresses'>
  /** Of the test page, as the operator has set it. */
  url: string
  /** How often this panel's core accepted the hidden client of an inbound since the round began. */
  accepted: (inboundId: number) => MaybeAsync<number>
}

export interface Target {
  inboundId: number
  advertised: Advertised
}

interface Round {
  /** Undefined for an entry that nobody can judge. */
  outcomes: (EntryOutcome | undefined)[]
  /** Why those that failed cannot be judged: this server itself cannot fetch the page. */
  offline: Coded | undefined
}

const directMs = 3_000
const width = 8
/** One core for so many entries: 60 MB are enough for it. */
const slice = 100

const isFailed = (tried: Tried): tried is Failed => tried?.isGood === false && 'said' in tried
const noWay = (error: unknown): Coded => coded('entry.no-way-out', { reason: codedOf(error) })

/** Goes through every entry as a client does, and says of each that failed where. */
export async function checkRound(deps: RoundDeps, targets: readonly Target[]): Promise<Round> {
  const binary = deps.core.provider.located()
  const addresses = await pageAddresses(deps)
  const reason = Array.isArray(addresses) ? coded('outbound.no-core') : (addresses as Coded)
  if (!binary || !Array.isArray(addresses)) return { outcomes: targets.map(() => undefined), offline: reason }
  const found = new Map<Advertised, Tried>()
  for (let at = 0; at < targets.length; at += slice) {
    const part = targets.slice(at, at + slice).map(({ advertised }) => advertised)
    const page = { url: deps.url, addresses }
    for (const [entry, tried] of await throughCore(deps.core.testCores, binary, page, part))
      found.set(entry, tried)
  }
  return judged(deps, targets, found)
}

async function judged(
  deps: RoundDeps,
  targets: readonly Target[],
  found: ReadonlyMap<Advertised, Tried>,
): Promise<Round> {
  const triedOf = ({ advertised }: Target) => found.get(advertised)
  const goodOn = (id: number) => targets.filter((one) => one.inboundId === id && triedOf(one)?.isGood).length
  const hasFailed = targets.some((target) => isFailed(triedOf(target)))
  const direct = hasFailed ? noWayOut(deps) : undefined
  const outcomes = await mapLimited(targets, width, async (target) => {
    const tried = triedOf(target)
    if (!isFailed(tried)) return tried
    const { inboundId, advertised: entry } = target
    const wasAccepted = (await deps.accepted(inboundId)) > goodOn(inboundId)
    return { isGood: false as const, ...causeOf({ entry, ...tried, ...(await knock(entry)), wasAccepted }) }
  })
  const offline = await direct
  if (!offline) return { outcomes, offline }
  // Without a way out nobody knows whether the others work.
  return { outcomes: outcomes.map((outcome) => (outcome?.isGood ? outcome : undefined)), offline }
}

async function noWayOut({ egress, url, core }: RoundDeps): Promise<Coded | undefined> {
  try {
    const { signal } = core.testCores
    await egress.safeFetch(url, { timeoutMs: directMs, maxBytes: 65_536, expectStatus: 'any', signal })
    return undefined
  } catch (error) {
    return noWay(error)
  }
}

/**
 * Where the test page is, one address of each family: the second try takes the other one. Or why it may not be called, or
 * its name does not resolve.
 */
async function pageAddresses({ egress, url, core }: RoundDeps): Promise<readonly string[] | Coded> {
  try {
    const all = (await egress.publicAddresses?.(url, { signal: core.testCores.signal })) ?? []
    const four = all.find(isIPv4)
    const six = all.find((address) => !isIPv4(address))
    return [four, six].filter((address) => address !== undefined)
  } catch (error) {
    return noWay(error)
  }
}
