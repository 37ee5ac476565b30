/** As hosters bill it. */
const terabyte = 1e12
const dayMs = 86_400_000

/** How many months there are in these days, both included: each day is its part of its own month. */
export function monthsIn(first: string, last: string): number {
  const counts = new Map<string, number>()
  const end = Date.parse(`${last}T00:00:00Z`)
  for (let at = Date.parse(`${first}T00:00:00Z`); at <= end; at += dayMs) {
    const month = new Date(at).toISOString().slice(0, 7)
    counts.set(month, (counts.get(month) ?? 0) + 1)
  }
  let months = 0
  for (const [month, days] of counts) {
    const [year = 0, number = 1] = month.split('-').map(Number)
    months += days / new Date(Date.UTC(year, number, 0)).getUTCDate()
  }
  return months
}

export interface Prices {
  costMonth: number
  costTb: number
}

export const costOf = ({ costMonth, costTb }: Prices, months: number, bytes: number): number =>
  costMonth * months + (costTb * bytes) / terabyte

/** Of the cost of a server, per byte that is known by client; its clients bear all of it together. */
export const perByte = (cost: number, countedBytes: number): number =>
  countedBytes > 0 ? cost / countedBytes : 0

export const perClient = (cost: number, clients: number): number | null =>
  clients > 0 ? cost / clients : null

/** The dearest per client first; what nobody used or nothing is known of comes last. */
export const dearestFirst = <S extends { perClient: number | null; cost: number }>(
  servers: readonly S[],
): S[] => servers.toSorted((a, b) => (b.perClient ?? -1) - (a.perClient ?? -1) || b.cost - a.cost)
