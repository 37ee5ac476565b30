import { specialRanges } from './address-class.ts'

/** IPv6 outside 2000::/3, which is all that IANA has handed out. */
const outsideGlobalUnicast = ['::/3', '4000::/2', '8000::/1'] as const

/**
 * Every address that is not public, as ranges that the core reads: the table that the panel's own client is guarded by.
 * The core takes a mapped address for the IPv4 one inside it, and reads no range of them.
 */
export const insideRanges: readonly string[] = [
  ...specialRanges.map(([range]) => range).filter((range) => range !== '::ffff:0:0/96'),
  ...outsideGlobalUnicast,
]

/** What the default template of earlier versions called private; templates that were stored then still say so. */
const earlierRanges: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/127',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]

const known: ReadonlySet<string> = new Set([...insideRanges, ...earlierRanges])

const namesAll = (list: readonly string[], ranges: readonly string[]): boolean => {
  const given = new Set(list)
  return ranges.every((range) => given.has(range))
}

/** Whether a list names every private range, in the words of this version or of an earlier one. */
export const namesEveryInside = (list: readonly string[]): boolean =>
  list.length >= earlierRanges.length &&
  [insideRanges, earlierRanges].some((ranges) => namesAll(list, ranges))

/** What a list names beside the private ranges. */
export const besideInside = (list: readonly string[]): string[] => list.filter((entry) => !known.has(entry))

/** A list that names every private range of an earlier version, with those of this one. */
export function withEveryInside(list: readonly string[]): readonly string[] {
  if (list.length < earlierRanges.length || !namesAll(list, earlierRanges)) return list
  return namesAll(list, insideRanges) ? list : [...insideRanges, ...besideInside(list)]
}
