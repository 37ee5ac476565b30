import type { Settings } from '#contract/settings.ts'
import type { Dialler } from './lookup.ts'

/** A body, and the headers that were last made for it. */
export interface Body {
  text: string
  head?: { origin: string; headers: Readonly<Record<string, string>> }
}

interface Remembered extends Body {
  source: Dialler['source']
  host: string
  settings: Settings
  until: number
}

const most = 4_096
const longest = 4_096
const minute = 60_000

/**
 * Raw bodies of those who ask again: several devices, apps that look every few minutes. One is given again only where
 * everything that it was made of is the same, which was read anew: nothing has to be told to this memory.
 */
export function createRemembered(now: () => number) {
  const bodies = new Map<string, Remembered>()

  return function remembered(found: Dialler, host: string, settings: Settings, make: () => string): Body {
    const { source, client } = found
    const t = now()
    const known = bodies.get(client.subId)
    if (
      known &&
      known.settings === settings &&
      known.host === host &&
      t < known.until &&
      sameSource(known.source, source)
    )
      return known
    const text = make()
    if (text.length > longest) return { text }
    if (bodies.size >= most && !known) bodies.delete(bodies.keys().next().value ?? '')
    const fresh: Remembered = { text, source, host, settings, until: t + untilNext(client.expiryTime - t) }
    bodies.set(client.subId, fresh)
    return fresh
  }
}

/** Names may say how long is left, in minutes at the least; a passed expiry leaves nothing to dial. */
const untilNext = (left: number): number => (left > 0 ? Math.min(minute, left % minute || minute) : minute)

type Source = Dialler['source']
type Row = Source['rows'][number]

const sameClient = (a: Row, b: Row): boolean =>
  a.up === b.up &&
  a.down === b.down &&
  a.enable === b.enable &&
  a.total_gb === b.total_gb &&
  a.expiry_time === b.expiry_time &&
  a.email === b.email &&
  a.uuid === b.uuid &&
  a.password === b.password &&
  a.auth === b.auth &&
  a.flow === b.flow &&
  a.security === b.security &&
  a.external_links === b.external_links

/** Each row repeats the client and names one more inbound. */
function sameSource(a: Source, b: Source): boolean {
  if (a === b) return true
  if (a.picture !== b.picture || a.rows.length !== b.rows.length) return false
  for (let i = 0; i < a.rows.length; i++) {
    const [one, other] = [a.rows[i], b.rows[i]]
    if (!one || !other || (i === 0 && !sameClient(one, other))) return false
    if (one.inbound_id !== other.inbound_id || one.flow_override !== other.flow_override) return false
  }
  return true
}
