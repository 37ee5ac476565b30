import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { EntryOutcome } from '#domain/entries/state.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { xrayOutbound } from '#domain/links/outbound.ts'
import { probeConfig, probeUser } from '#domain/outbounds/probe-config.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import { type Apart, startApart } from '../core/preflight/start-apart.ts'
import { freePort } from '../core/process/free-port.ts'
import type { TestCores } from '../core/process/throwaway-cores.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import { type LocalProxy, requestThrough } from '../platform/egress/through-proxy.ts'

/** What is fetched through the entries. */
export interface Page {
  url: string
  /** Of its host, checked. The core of an entry resolves nothing. */
  addresses: readonly string[]
}

/** A failed try: what is known before anybody looks further. */
export interface Failed {
  isGood: false
  /** The server ended the connection; false: nothing came within the time. */
  wasClosed: boolean
  /** The client's core about its outbound; blank if it said nothing. */
  said: string
}
/** Undefined: the machine is at fault, and nobody knows whether the entry works. */
export type Tried = EntryOutcome | Failed | undefined

/** Of the tries of one entry. The second one has the time that a slow handshake needs. */
const tryMs = [3_000, 4_500] as const
const width = 8
/** A trace page says in its first lines who called. */
const bodyBytes = 2_048

const exitIn = (text = ''): string => {
  const [, address = ''] = /^ip=([0-9a-f.:]{2,45})\r?$/im.exec(text) ?? []
  return isIP(address) ? address : ''
}

async function throughDoor(door: LocalProxy, page: Page, signal: AbortSignal): Promise<Tried> {
  let wasClosed = false
  for (const [attempt, limitMs] of tryMs.entries()) {
    const address = page.addresses[attempt % page.addresses.length]
    try {
      const options = { warm: false, limitMs, signal, address, bodyBytes }
      const { delay, text } = await requestThrough(door, page.url, options)
      return { isGood: true, latencyMs: delay, exitAddress: exitIn(text) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      signal.throwIfAborted()
      wasClosed = error.code !== 'egress.proxy-too-slow'
    }
  }
  return { isGood: false, wasClosed, said: '' }
}

type Door = Omit<LocalProxy, 'user'>

/** Goes through each of these entries as a client does. One throwaway core dials all that a core starts with. */
export async function throughCore(
  testCores: TestCores,
  binary: string,
  page: Page,
  entries: readonly Advertised[],
): Promise<ReadonlyMap<Advertised, Tried>> {
  const found = new Map<Advertised, Tried>()
  const doors = new Map<unknown, Door>()
  const made = await startApart(
    entries,
    async (items) => {
      const door = { port: await freePort(), password: randomBytes(18).toString('base64url') }
      doors.set(items, door)
      const outbounds = items.map((entry) => xrayOutbound(entry))
      return probeConfig(outbounds, outbounds, door)
    },
    (config) => testCores.start(binary, config),
  )
  for (const { item, reason, unsure } of made.failed) {
    const cause = coded('entry.core-refuses', { reason: coded('core.said', { reason }) })
    found.set(item, unsure ? undefined : { isGood: false, stage: 'core', cause })
  }
  try {
    for (const one of made.running) {
      const door = doors.get(one.items) as Door // set before it was started
      for (const [entry, tried] of await throughOne(one, door, page, testCores.signal))
        found.set(entry, tried)
    }
    return found
  } finally {
    for (const { core } of made.running) await core.stop()
  }
}

async function throughOne(
  { core, items }: Apart<Advertised>['running'][number],
  door: Door,
  page: Page,
  signal: AbortSignal,
): Promise<[Advertised, Tried][]> {
  const tries = await mapLimited(items, width, (_, index) =>
    throughDoor({ ...door, user: probeUser(index) }, page, signal),
  )
  const died = core.hasEnded()
  await core.stop() // what it says is complete then
  return items.map((entry, index) => {
    const tried = tries[index]
    if (!tried || tried.isGood) return [entry, tried]
    return [entry, died ? undefined : { ...tried, said: core.lines.cause(probeUser(index)) ?? '' }]
  })
}
