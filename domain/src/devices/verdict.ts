import { encodedText } from '../subscription/text.ts'
import { mostKeys } from './keys.ts'

export type Verdict =
  /** It has a place, or needs none. */
  | 'served'
  /** It is new, and a place is free: once the place is taken it is served. */
  | 'place free'
  /** It is new, and every place is taken. */
  | 'too many'
  /** An operator blocked it. */
  | 'blocked'
  /** Its app sends no id, although the settings require one. */
  | 'id missing'

/** Without an id there is nothing to count. */
export const withoutId = (isRequired: boolean): Verdict => (isRequired ? 'id missing' : 'served')

/** Above this limit places are not counted, and devices not noted: it stands for "no limit". */
export const mostCounted = 1_000

interface Standing {
  /** How many devices the client may have; 0: any number. */
  limit: number
  /** Whether each device has a key of its own: then it is noted without a limit, too. */
  keys?: boolean
  /** The device, if it is known for this client. */
  known: { blocked: boolean } | undefined
  /** Devices with a place; blocked ones have none. Counts only if the device is new. */
  taken: number
}

/** A known device keeps its place, even if the limit was lowered since. */
export function verdictOn({ limit, keys = false, known, taken }: Standing): Verdict {
  if (known) return known.blocked ? 'blocked' : 'served'
  if (limit <= 0) return keys && taken < mostKeys ? 'place free' : 'served'
  if (taken >= mostCounted && limit > mostCounted) return 'served'
  return taken < limit ? 'place free' : 'too many'
}

/** Headers of an answer to a client with a device limit. The refusing ones are never on a served answer. */
export const activeHeader = ['X-Hwid-Active', 'true'] as const

/** `text`: what the operator wants the app to show. */
export function refusalHeaders(verdict: 'too many' | 'blocked' | 'id missing', text: string): string[] {
  const why = verdict === 'id missing' ? 'X-Hwid-Not-Supported' : 'X-Hwid-Max-Devices-Reached'
  const said = text === '' ? [] : ['Announce', encodedText(text)]
  return [...activeHeader, 'X-Hwid-Limit', 'true', why, 'true', ...said]
}
