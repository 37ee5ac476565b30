import { specialRanges } from './address-class.ts'

/** IPv6 outside 2000::/3, the only block IANA has assigned. */
const outsideGlobalUnicast = ['::/3', '4000::/2', '8000::/1'] as const

/**
 * Every non-public address as ranges for the core, from the same table as the panel's guarded HTTP client. The core
 * treats a mapped address as its IPv4 address and cannot read ranges of them.
 */
export const insideRanges: readonly string[] = [
  ...specialRanges.map(([range]) => range).filter((range) => range !== '::ffff:0:0/96'),
  ...outsideGlobalUnicast,
]

/** The private ranges in the default template of earlier versions; stored templates may still have them. */
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

/** Whether a list contains every private range, of this version or an earlier one. */
export const namesEveryInside = (list: readonly string[]): boolean =>
  list.length >= earlierRanges.length &&
  [insideRanges, earlierRanges].some((ranges) => namesAll(list, ranges))

/** Entries of a list other than the private ranges. */
export const besideInside = (list: readonly string[]): string[] => list.filter((entry) => !known.has(entry))

/** Extends a list that has an earlier version's private ranges to this version's. */
export function withEveryInside(list: readonly string[]): readonly string[] {
  if (list.length < earlierRanges.length || !namesAll(list, earlierRanges)) return list
  return namesAll(list, insideRanges) ? list : [...insideRanges, ...besideInside(list)]
}
