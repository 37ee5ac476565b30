import type { Block } from '#contract/inbound.ts'
import { asBlocks } from '#domain/untyped.ts'
import { compareVersions } from './core-version.ts'
import { textIn, valueAt } from './edit.ts'
import { isBlackhole, isProtocol } from './outbound-traits.ts'

/** A setting that versions before `since` refuse, or ignore without a word. */
interface Addition {
  /** As it is written in a configuration. */
  name: string
  since: string
  /** In an inbound or an outbound. */
  finds: (section: Block) => boolean
}

/** The first version with MASQUE. */
export const masqueSince = '26.9.30'

const masksOf = (section: Block): Block[] =>
  asBlocks(valueAt(section, ['streamSettings', 'finalmask', 'udp']))
const hasMask = (section: Block, type: string): boolean =>
  masksOf(section).some((mask) => textIn(mask, ['type']) === type)
const hasNetwork = (section: Block, name: string): boolean =>
  textIn(section, ['streamSettings', 'network']).toLowerCase() === name

const quicOptions = [
  'disableChromeParrot',
  'disableGSO',
  'brutalDisableLossCompensation',
  'disableStatelessReset',
] as const

/** What came with which version, and cannot be written in another form for an older one. */
export const coreAdditions: readonly Addition[] = [
  {
    name: 'packetSize',
    since: '26.6.1',
    finds: (section) => masksOf(section).some((mask) => Boolean(valueAt(mask, ['settings', 'packetSize']))),
  },
  ...quicOptions.map((name) => ({
    name,
    since: '26.9.9',
    finds: (section: Block) => valueAt(section, ['streamSettings', 'finalmask', 'quicParams', name]) === true,
  })),
  { name: 'udphop', since: '26.9.9', finds: (section) => hasMask(section, 'udphop') },
  {
    name: 'customResponseData',
    since: '26.9.9',
    finds: (section) =>
      isBlackhole(section) && textIn(section, ['settings', 'response', 'type']) === 'custom',
  },
  {
    name: 'masque',
    since: masqueSince,
    finds: (section) => isProtocol(section, 'masque') || hasNetwork(section, 'masque'),
  },
  { name: 'xdrive', since: '26.9.30', finds: (section) => hasNetwork(section, 'xdrive') },
  {
    name: 'remoteDNS',
    since: '26.9.30',
    finds: (section) =>
      isProtocol(section, 'wireguard') && valueAt(section, ['settings', 'remoteDNS']) !== undefined,
  },
]

export interface Missing {
  name: string
  since: string
  /** Tags or names of the sections that use it. */
  places: string[]
}

interface Named {
  name: string
  section: Block
}

/** The settings that these sections use and that version does not have; none for an unknown version. */
export const missingIn = (version: string, sections: readonly Named[]): Missing[] =>
  coreAdditions
    .filter(({ since }) => /^\d/.test(version) && compareVersions(version, since) < 0)
    .map(({ name, since, finds }) => ({
      name,
      since,
      places: sections.filter(({ section }) => finds(section)).map((one) => one.name),
    }))
    .filter(({ places }) => places.length > 0)
