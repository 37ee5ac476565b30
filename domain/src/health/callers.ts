import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, inboundSubject, page } from './check.ts'

/** What the clients of one network did in one hour; only sums are kept. */
export interface CallerHour {
  /** 0: fetches of subscriptions. */
  inboundId: number
  /** `networkKey`; blank: everybody. */
  network: string
  /** As people call the network. */
  name: string
  /** Opened a connection. */
  clients: number
  /** Of these: opened several, and hardly a byte came back. */
  silent: number
  /** Fetched their subscription in the hour before. */
  fetched: number
  /** Of these: no byte passed since. */
  unused: number
}

export interface CallerFacts {
  /** The start of the last hour that was watched as a whole. */
  hour: number
  now: readonly CallerHour[]
  /** The same hour a week before; empty if it was not watched. */
  before: readonly CallerHour[]
  /** Of inbounds that are enabled. */
  names: ReadonlyMap<number, string>
}

/** Sums of fewer clients are not stored: they say nothing, and are too close to one person. */
export const fewestStored = 5
/** With fewer clients nothing is suspected. */
const leastEvidence = 10
/** A share of this size, twice as large as elsewhere, is suspected. */
const largeShare = 0.7
/** Of the clients of a week before. Where nobody can be compared with, fewer. */
const [fewLeft, fewLeftAlone] = [0.4, 0.2]
const mostSuspicions = 20

interface Part {
  part: number
  of: number
}

const share = ({ part, of }: Part): number => (of === 0 ? 0 : part / of)
const without = (all: Part, own: Part): Part => ({ part: all.part - own.part, of: all.of - own.of })
const silence = (row: CallerHour | undefined): Part => ({ part: row?.silent ?? 0, of: row?.clients ?? 0 })
const disuse = (row: CallerHour | undefined): Part => ({ part: row?.unused ?? 0, of: row?.fetched ?? 0 })

const inUtc = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
const find = (rows: readonly CallerHour[], { inboundId }: CallerHour, network: string) =>
  rows.find((row) => row.inboundId === inboundId && row.network === network)

/** With what a share was compared; undefined if there is nothing to compare with, or if it is no larger there. */
function comparison(own: Part, elsewhere: Part, before: Part): Coded | undefined {
  if (own.of < leastEvidence || share(own) < largeShare) return undefined
  const isElsewhere = elsewhere.of >= leastEvidence
  const other = isElsewhere ? elsewhere : before
  if (other.of < leastEvidence || share(own) < 2 * share(other)) return undefined
  return coded(isElsewhere ? 'health.callers-elsewhere' : 'health.callers-before', { ...other })
}

/** The sums of a row that `of` takes, if they stand out. */
function suspected({ now, before }: CallerFacts, row: CallerHour, of: typeof silence) {
  const own = of(row)
  const others = without(of(find(now, row, '')), own)
  const compared = comparison(own, others, of(find(before, row, row.network)))
  return compared && { ...own, compared, network: row.name }
}

type Named = Pick<CallerHour, 'inboundId' | 'network'>
const inboundCheck = (id: string, { inboundId, network }: Named, name: string, sentence: Coded): Check =>
  check(
    `callers.${id}-${inboundId}-${network}`,
    id === 'silent' ? 'warn' : 'note',
    sentence,
    page(`panel/inbounds?i=${inboundId}`),
    inboundSubject(inboundId, name),
  )

function judgeDrop({ now, before, names, hour }: CallerFacts, was: CallerHour): Check[] {
  const name = names.get(was.inboundId)
  if (name === undefined || was.clients < leastEvidence) return []
  const is = find(now, was, was.network)?.clients ?? fewestStored - 1
  const left = is / was.clients
  const clientsOf = (rows: readonly CallerHour[]) => find(rows, was, '')?.clients ?? 0
  const [othersWere, othersAre] = [clientsOf(before) - was.clients, clientsOf(now) - is]
  const hasOthers = othersWere >= leastEvidence
  const isDrop = hasOthers ? left <= fewLeft && othersAre / othersWere >= 2 * left : left <= fewLeftAlone
  if (!isDrop) return []
  const words = { network: was.name, name, count: is, before: was.clients, at: inUtc(hour) }
  const sentence = hasOthers
    ? coded('health.callers-dropped', { ...words, othersWere, othersAre: Math.max(0, othersAre) })
    : coded('health.callers-dropped-alone', words)
  return [inboundCheck('dropped', was, name, sentence)]
}

/** Suspicions about networks of callers, never more than that. Undefined: nothing is known. */
export function judgeCallers(facts: CallerFacts | undefined): Check[] {
  if (!facts) return []
  const { now, before, names, hour } = facts
  const at = inUtc(hour)
  const networks = now.filter(({ network }) => network !== '')
  const unused = networks.flatMap((row) => {
    const found = row.inboundId === 0 ? suspected(facts, row, disuse) : undefined
    if (!found) return []
    return [check(`callers.unused-${row.network}`, 'warn', coded('health.callers-unused', { ...found, at }))]
  })
  const silent = networks.flatMap((row) => {
    const name = names.get(row.inboundId)
    const found = name === undefined ? undefined : suspected(facts, row, silence)
    if (!found || name === undefined) return []
    return [inboundCheck('silent', row, name, coded('health.callers-silent', { ...found, name, at }))]
  })
  const dropped = before
    .filter(({ network, inboundId }) => network !== '' && inboundId > 0)
    .flatMap((row) => judgeDrop(facts, row))
  const suspicions = [...silent, ...unused, ...dropped].slice(0, mostSuspicions)
  const count = new Set(networks.map(({ network }) => network)).size
  if (suspicions.length > 0 || count === 0) return suspicions
  return [check('callers', 'ok', coded('health.callers-alike', { count, at }))]
}
