import { randomBytes } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import type { Coded } from '#contract/coded.ts'
import { causeOf } from '#domain/entries/failure.ts'
import type { EntryOutcome } from '#domain/entries/state.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { xrayOutbound } from '#domain/links/outbound.ts'
import { probeConfig, probeUser } from '#domain/outbounds/probe-config.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { startApart } from '../core/preflight/start-apart.ts'
import { freePort } from '../core/process/free-port.ts'
import type { TestCore } from '../core/process/throwaway-cores.ts'
import type { Core } from '../core/room.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import { type LocalProxy, requestThrough } from '../platform/egress/through-proxy.ts'
import { knock } from './knock.ts'

export interface RoundDeps {
  core: Pick<Core, 'provider' | 'testCores'>
  egress: Pick<Egress, 'safeFetch' | 'publicAddresses'>
  /** Of the test page, as the operator has set it. */
  url: string
  /** How often this panel's core accepted the hidden client of an inbound since the round began. */
  accepted: (inboundId: number) => number
}

export interface Target {
  inboundId: number
  advertised: Advertised
}

/** Of the tries of one entry. The second one has the time that a slow handshake needs. */
const tryMs = [3_000, 4_500] as const
const directMs = 3_000
const width = 8
/** One core for so many entries: 60 MB are enough for it. */
const slice = 100
/** A trace page says in its first lines who called. */
const bodyBytes = 2_048

/** A failed try: what is known before anybody looks further. */
interface Failed {
  wasClosed: boolean
  said: string
}
type Tried = { isGood: true; latencyMs: number; exitAddress: string } | ({ isGood: false } & Failed)

const exitIn = (text = ''): string => {
  const [, address = ''] = /^ip=([0-9a-f.:]{2,45})\r?$/im.exec(text) ?? []
  return isIP(address) ? address : ''
}

/** The core of an entry resolves nothing: it gets the checked address, of the other family in the second try. */
const inOrder = (addresses: readonly string[]): string[] => {
  const [four, six] = [addresses.find(isIPv4), addresses.find((address) => !isIPv4(address))]
  return [four, six].filter((address) => address !== undefined)
}

/**
 * Goes through every entry as a client does, with one throwaway core for many of them. Undefined for entries that failed
 * while this server itself cannot fetch the page: nobody knows whether they work; `offline` says why.
 */
export async function checkRound(
  deps: RoundDeps,
  targets: readonly Target[],
): Promise<{ outcomes: (EntryOutcome | undefined)[]; offline: Coded | undefined }> {
  const { core, egress, url } = deps
  const { signal } = core.testCores
  const binary = core.provider.located()
  const addresses = await publicAddresses(deps)
  if (!binary || !Array.isArray(addresses)) {
    const offline = Array.isArray(addresses) ? coded('outbound.no-core') : (addresses as Coded)
    return { outcomes: targets.map(() => undefined), offline }
  }
  const outcomes = new Map<Target, EntryOutcome | Failed>()
  for (let at = 0; at < targets.length; at += slice) await throughCore(targets.slice(at, at + slice))

  const failed = [...outcomes].filter(([, outcome]) => !('isGood' in outcome))
  const [offline] = await Promise.all([
    failed.length > 0 ? noWayOut() : undefined,
    mapLimited(failed, width, ([target, outcome]) => explain(target, outcome as Failed)), // filtered above
  ])
  // Without a way out nobody knows whether the failed ones work.
  if (offline) for (const [target] of failed) outcomes.delete(target)
  return { outcomes: targets.map((target) => judged(outcomes.get(target))), offline }

  async function throughCore(part: readonly Target[]): Promise<void> {
    const doors = new Map<unknown, Omit<LocalProxy, 'user'>>()
    const made = await startApart(
      part,
      async (items) => {
        const door = { port: await freePort(), password: randomBytes(18).toString('base64url') }
        doors.set(items, door)
        const outbounds = items.map(({ advertised }) => xrayOutbound(advertised))
        return probeConfig(outbounds, outbounds, door)
      },
      (config) => core.testCores.start(binary as string, config),
    )
    for (const { item, reason } of made.failed)
      outcomes.set(item, {
        isGood: false,
        stage: 'core',
        cause: coded('entry.core-refuses', { reason: coded('core.said', { reason }) }),
      })
    for (const { core: testCore, items } of made.running) await throughEach(testCore, items, doors.get(items))
  }

  async function throughEach(
    testCore: TestCore,
    items: readonly Target[],
    door: Omit<LocalProxy, 'user'> | undefined,
  ): Promise<void> {
    const tries = await mapLimited(items, width, (_, index) =>
      through({ port: 0, password: '', ...door, user: probeUser(index) }),
    ).finally(testCore.stop) // what it says is complete then
    for (const [index, tried] of tries.entries()) {
      const target = items[index] as Target // one result each
      const said = testCore.lines.cause(probeUser(index)) ?? ''
      outcomes.set(target, tried.isGood ? tried : { wasClosed: tried.wasClosed, said })
    }
  }

  async function through(door: LocalProxy): Promise<Tried> {
    const ways = inOrder(addresses as readonly string[])
    let wasClosed = false
    for (const [attempt, limitMs] of tryMs.entries()) {
      const address = ways[attempt % ways.length]
      try {
        const { delay, text } = await requestThrough(door, url, {
          ...{ warm: false, limitMs, signal, address, bodyBytes },
        })
        return { isGood: true, latencyMs: delay, exitAddress: exitIn(text) }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        signal.throwIfAborted()
        wasClosed = error.code !== 'egress.proxy-too-slow'
      }
    }
    return { isGood: false, wasClosed, said: '' }
  }

  async function noWayOut(): Promise<Coded | undefined> {
    try {
      await egress.safeFetch(url, { timeoutMs: directMs, maxBytes: 65_536, expectStatus: 'any', signal })
      return undefined
    } catch (error) {
      return noWay(error)
    }
  }

  async function explain(target: Target, { wasClosed, said }: Failed): Promise<void> {
    const { inboundId, advertised } = target
    const good = targets.filter((one) => {
      const found = outcomes.get(one)
      return one.inboundId === inboundId && found && 'isGood' in found && found.isGood
    })
    const wasAccepted = deps.accepted(inboundId) > good.length
    const seen = await knock(advertised)
    outcomes.set(target, {
      isGood: false,
      ...causeOf({ entry: advertised, wasClosed, said, ...seen, wasAccepted }),
    })
  }
}

const noWay = (error: unknown): Coded => coded('entry.no-way-out', { reason: codedOf(error) })

const judged = (outcome: EntryOutcome | Failed | undefined): EntryOutcome | undefined =>
  outcome && 'isGood' in outcome ? outcome : undefined

/** Where the test page is; or why it may not be called, or its name does not resolve. */
async function publicAddresses({ egress, url, core }: RoundDeps): Promise<readonly string[] | Coded> {
  try {
    return (await egress.publicAddresses?.(url, { signal: core.testCores.signal })) ?? []
  } catch (error) {
    return noWay(error)
  }
}
