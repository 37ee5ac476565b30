/** As stored in the client's row; seconds. */
export interface IpEntry {
  ip: string
  timestamp: number
}

/** Addresses of the last half hour are live; of the older ones only the newest are kept. */
const liveSeconds = 1_800
const mostLive = 100
const mostOld = 20
const oldestSeconds = 30 * 86_400

/** The core never lists these (C6), and 3x-ui leaves them out of the log too. */
export const isLogged = (ip: string): boolean => ip !== '' && ip !== '127.0.0.1' && ip !== '::1'

/** Merges new sightings into the stored list: one entry per address, newest first, bounded. */
export function mergeIps(stored: readonly IpEntry[], seen: readonly IpEntry[], now: number): IpEntry[] {
  const latest = new Map<string, number>()
  for (const { ip, timestamp } of [...stored, ...seen])
    if (isLogged(ip) && timestamp <= now) latest.set(ip, Math.max(timestamp, latest.get(ip) ?? 0))
  const all = [...latest]
    .map(([ip, timestamp]) => ({ ip, timestamp }))
    .sort((a, b) => b.timestamp - a.timestamp)
  const live = all.filter(({ timestamp }) => now - timestamp < liveSeconds).slice(0, mostLive)
  const old = all.filter(({ timestamp }) => {
    const age = now - timestamp
    return age >= liveSeconds && age < oldestSeconds
  })
  return [...live, ...old.slice(0, mostOld)]
}

/** Parses a row; 3x-ui's oldest rows are lists of bare addresses, and a cleared one is blank. */
export function parseIps(text: string): IpEntry[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown): IpEntry[] => {
    if (typeof entry === 'string') return [{ ip: entry, timestamp: 0 }]
    if (typeof entry !== 'object' || entry === null || !('ip' in entry)) return []
    const timestamp = 'timestamp' in entry ? entry.timestamp : 0
    return typeof entry.ip === 'string'
      ? [{ ip: entry.ip, timestamp: typeof timestamp === 'number' ? timestamp : 0 }]
      : []
  })
}
