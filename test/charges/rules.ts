// What bytes cost, in a few lines that know nothing of the panel's own: bytes times the multiplier of the moment in which
// they are stored (ADR 146). All sums are in hundredths of a byte where they are charged, and never rounded.

import { type ChargedQuota, createQuotaRules, type Where } from './quotas.ts'

export interface Part {
  up: number
  down: number
  charged: bigint
}

export interface Person {
  /** Stays, whatever its name is. */
  subId: string
  /** Of its row. */
  id: number
  email: string
  /** Its inbounds, as the panel lists them. */
  on: ReadonlySet<number>
  /** What its counters must show, with the part of a byte that is carried. */
  counted: { up: bigint; down: bigint }
  /** The same by inbound, or by node below zero, since the last reset. */
  parts: Map<number, Part>
  /** What was not counted apart since then. */
  others: bigint
  /** By inbound or node, since the client was made. */
  ever: Map<number, Part>
  quotas: ChargedQuota[]
  /** Of those that count, by what they are for. */
  used: Map<string, bigint>
}

export interface Place {
  tag: string
  port: number
  /** 0 is this server. */
  node: number
  /** Hundredths. */
  rate: bigint
  labels: ReadonlySet<string>
}

export interface Bytes {
  up: number
  down: number
}

/** Bytes that were moved and that no tick has stored yet. */
export type Move = Bytes &
  (
    | { at: 'core'; user: string; inbound: number | undefined; tag: string }
    | { at: 'node'; node: number; person: Person; tag: string }
  )

const once = 100n

export function createRules() {
  const inbounds = new Map<number, Place>()
  const nodes = new Map<number, bigint>()
  const people: Person[] = []
  /** Names that the running core still has for clients with another name now. */
  const formerNames = new Map<string, string>()
  /** Real bytes, by what the history calls them. */
  const real = new Map<string, Bytes>()
  const quotas = createQuotaRules(inbounds)
  let waiting: Move[] = []

  const rules = {
    inbounds,
    nodes,
    people,
    formerNames,
    real,
    quotas,
    /** The setting "count clients on each inbound". */
    apart: false,
    /** Deleted: the days of the history keep what they used. */
    gone: [] as Person[],
    waiting: () => waiting,
    move: (move: Move): void => void waiting.push(move),
    store,
    /** A core that crashed takes along what nobody has read. */
    crash(): void {
      waiting = waiting.filter(({ at }) => at === 'node')
      formerNames.clear()
    },
    restart(): void {
      store()
      formerNames.clear()
    },
    rename(person: Person, to: string): void {
      for (const [name, now] of formerNames) if (now === person.email) formerNames.set(name, to)
      formerNames.set(person.email, to)
      formerNames.delete(to)
      person.email = to
    },
    remove(person: Person): void {
      people.splice(people.indexOf(person), 1)
      rules.gone.push(person)
    },
    reset(person: Person): void {
      const { up, down } = person.counted
      person.counted = { up: up % once, down: down % once }
      person.others = person.counted.up + person.counted.down
      person.parts.clear()
      quotas.reset(person)
    },
    /** A tag may be used again. */
    forget(id: number): void {
      inbounds.delete(id)
      for (const person of people) person.used.delete(`inbound:${id}`)
      for (const person of people) person.on = new Set([...person.on].filter((on) => on !== id))
    },
  }

  const placesOf = ({ on }: Person, node: number): Place[] =>
    [...on].flatMap((id) => inbounds.get(id) ?? []).filter((place) => place.node === node)
  const least = (places: readonly Place[]): bigint =>
    places.reduce((low, { rate }) => (rate < low ? rate : low), places[0]?.rate ?? once)

  function rateHere(person: Person, inbound: number | undefined): bigint {
    if (inbound !== undefined) return inbounds.get(inbound)?.rate ?? once
    const here = placesOf(person, 0)
    // It may have been moved where nobody counts it apart, and that costs once.
    if (!rules.apart && here.some(({ rate }) => rate === once)) return once
    return least(here)
  }

  /** Of two multipliers, to the hundredth. */
  const rateOnNode = (person: Person, node: number): bigint =>
    BigInt(Math.round((Number(least(placesOf(person, node))) * Number(nodes.get(node) ?? once)) / 100))

  const isNodeApart = (node: number): boolean =>
    rules.apart ||
    nodes.get(node) !== once ||
    [...inbounds.values()].some((place) => place.node === node && place.rate !== once)

  function add(sums: Map<number, Part>, key: number, { up, down }: Bytes, charged: bigint): void {
    const part = sums.get(key) ?? { up: 0, down: 0, charged: 0n }
    sums.set(key, { up: part.up + up, down: part.down + down, charged: part.charged + charged })
  }

  /** The one place where bytes of a client cost something. `entry`: counted apart there, a node below zero. */
  function charge(person: Person, bytes: Bytes, rate: bigint, entry: number | undefined, where: Where): void {
    const [up, down] = [BigInt(bytes.up) * rate, BigInt(bytes.down) * rate]
    person.counted = { up: person.counted.up + up, down: person.counted.down + down }
    quotas.charge(person, where, up + down)
    if (entry === undefined) person.others += up + down
    else for (const sums of [person.parts, person.ever]) add(sums, entry, bytes, up + down)
  }

  function happened(name: string, { up, down }: Bytes): void {
    const known = real.get(name) ?? { up: 0, down: 0 }
    real.set(name, { up: known.up + up, down: known.down + down })
  }

  /** A tick: what waits costs what it costs now. */
  function store(): void {
    for (const move of waiting) {
      happened('all clients', move)
      happened(`inbound ${move.tag}`, move)
      if (move.at === 'node') {
        happened(`node ${move.node}`, move)
        const entry = isNodeApart(move.node) ? -move.node : undefined
        charge(move.person, move, rateOnNode(move.person, move.node), entry, { node: move.node })
        continue
      }
      const email = formerNames.get(move.user) ?? move.user
      const person = people.find((one) => one.email === email)
      if (person) charge(person, move, rateHere(person, move.inbound), move.inbound, { here: move.inbound })
    }
    waiting = []
  }

  return rules
}

export type Rules = ReturnType<typeof createRules>
