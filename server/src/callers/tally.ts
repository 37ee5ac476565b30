import { emailKey } from '#domain/clients/field-rules.ts'
import { type CallerHour, fewestStored } from '#domain/health/callers.ts'
import { type Network, networkKey, networkName } from '#domain/net/network.ts'
import type { Delta } from '#domain/traffic/delta.ts'

export const hourMs = 3_600_000
export const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs
/** An hour that was watched from this minute on counts as whole. */
const slackMs = 300_000
/** Pairs of a client and a network. What comes later in the hour is not counted. */
const mostNoted = 200_000
const mostNetworks = 100
/** A client that got fewer bytes in the hour got no page. */
const hardlyAny = 4_096

interface Group {
  inbound: string
  network: string
  name: string
  /** Connections by client. */
  clients: Map<string, number>
}
interface Fetch {
  network: Network
  hour: number
  hasMoved: boolean
}
/** `inbound`: its tag; blank for fetches. */
export type Sum = Omit<CallerHour, 'inboundId'> & { inbound: string }

const nothing = { clients: 0, silent: 0, fetched: 0, unused: 0 }

/**
 * Counts one hour in memory: who connected from which network, and whether fetched subscriptions were used. Clients are
 * forgotten with the end of the hour, or of the next one after a fetch; addresses are not kept at all.
 */
export function createTally(startedAt: number) {
  let hour = hourOf(startedAt)
  let isWhole = startedAt - hour < slackMs
  let noted = 0
  let groups = new Map<string, Group>()
  let down = new Map<string, number>()
  const fetches = new Map<string, Fetch>()

  function add(email: string, inbound: string, network: string, name: string): void {
    const key = `${network}\n${inbound}`
    let group = groups.get(key)
    if (!group) {
      group = { inbound, network, name, clients: new Map() }
      groups.set(key, group)
    }
    const before = group.clients.get(email)
    if (before === undefined && noted++ >= mostNoted) return
    group.clients.set(email, (before ?? 0) + 1)
  }

  function connections(): Sum[] {
    const sums = [...groups.values()].map(({ inbound, network, name, clients }) => {
      const silent = [...clients].filter(([email, n]) => n > 1 && (down.get(email) ?? 0) < hardlyAny)
      return { ...nothing, inbound, network, name, clients: clients.size, silent: silent.length }
    })
    return sums.toSorted((a, b) => b.clients - a.clients)
  }

  /** Those of the hour before: they had an hour to be used. */
  function fetched(): Sum[] {
    const sums = new Map<string, Sum>()
    const sumOf = (network: string, name: string) => {
      const sum = sums.get(network) ?? { ...nothing, inbound: '', network, name }
      sums.set(network, sum)
      return sum
    }
    sumOf('', '') // says that the hour was watched, also if nobody fetched
    for (const [email, fetch] of fetches) {
      if (fetch.hour >= hour) continue
      fetches.delete(email)
      const key = networkKey(fetch.network)
      for (const sum of new Set([sumOf('', ''), sumOf(key, networkName(fetch.network))])) {
        sum.fetched++
        if (!fetch.hasMoved) sum.unused++
      }
    }
    return [...sums.values()].toSorted((a, b) => b.fetched - a.fetched)
  }

  return {
    connected(email: string, inbound: string, network: Network): void {
      const client = emailKey(email)
      const key = networkKey(network)
      add(client, inbound, '', '')
      if (key !== '') add(client, inbound, key, networkName(network))
    },
    fetched(emails: readonly string[], network: Network): void {
      for (const email of emails) {
        const client = emailKey(email)
        if (fetches.has(client) || fetches.size >= mostNoted) continue
        fetches.set(client, { network, hour, hasMoved: false })
      }
    },
    moved(deltas: readonly Delta[]): void {
      for (const delta of deltas) {
        if (delta.kind !== 'client') continue
        const client = emailKey(delta.name)
        if (down.has(client) || down.size < mostNoted) down.set(client, (down.get(client) ?? 0) + delta.down)
        const fetch = fetches.get(client)
        if (fetch) fetch.hasMoved = true
      }
    },
    /** The hour that has ended; undefined while it lasts, and if it was not watched as a whole. */
    close(at: number): { hour: number; sums: Sum[] } | undefined {
      if (hourOf(at) === hour) return undefined
      const isStored = ({ network, clients, fetched }: Sum) =>
        network === '' || Math.max(clients, fetched) >= fewestStored
      const isEverybody = ({ network }: Sum) => network === ''
      const all = [fetched(), connections()].flatMap((sums) => [
        ...sums.filter(isEverybody).slice(0, mostNetworks),
        ...sums.filter((sum) => !isEverybody(sum) && isStored(sum)).slice(0, mostNetworks),
      ])
      const isNext = hourOf(at) === hour + hourMs
      const ended = isWhole && isNext ? { hour, sums: all } : undefined
      hour = hourOf(at)
      isWhole = at - hour < slackMs
      noted = 0
      groups = new Map()
      down = new Map()
      return ended
    },
    clear(at: number): void {
      fetches.clear()
      groups.clear()
      isWhole = at - hour < slackMs
    },
  }
}
