import { expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { missingIn } from './core-additions.ts'

const masked = (type: string): Block => ({
  streamSettings: { finalmask: { udp: [{ type: 'noise' }, { type }] } },
})
const section: Record<string, Block> = {
  gecko: {
    streamSettings: {
      finalmask: {
        udp: [{ type: 'salamander', settings: { packetSize: '512-1200' } }],
        quicParams: { disableGSO: true, disableStatelessReset: false },
      },
    },
  },
  hop: masked('udphop'),
  page: { protocol: 'block', settings: { response: { type: 'custom' } } },
  tunnel: { protocol: 'MASQUE' },
  door: { protocol: 'vless', streamSettings: { network: 'masque' } },
  drive: { streamSettings: { network: 'xdrive' } },
  wire: { protocol: 'wireguard', settings: { remoteDNS: ['1.1.1.1'] } },
  plain: { protocol: 'freedom', settings: {}, streamSettings: { network: 'tcp' } },
  odd: { protocol: 7, streamSettings: 'none' },
}
const named = Object.entries(section).map(([name, one]) => ({ name, section: one }))
const missing = (version: string) =>
  missingIn(version, named).map(({ name, since, places }) => `${name} ${since}: ${places.join(' ')}`)

it('names what an older version does not have, and where it is used', () => {
  const later = ['masque 26.9.30: tunnel door', 'xdrive 26.9.30: drive', 'remoteDNS 26.9.30: wire']
  const since9 = [
    'disableGSO 26.9.9: gecko',
    'udphop 26.9.9: hop',
    'customResponseData 26.9.9: page',
    ...later,
  ]
  expect(missing('26.4.25')).toEqual(['packetSize 26.6.1: gecko', ...since9])
  expect(missing('26.7.28')).toEqual(since9)
  expect(missing('26.9.9')).toEqual(later)
  expect(missing('26.10.10')).toEqual([])
})

it('says nothing about a version that it does not know', () => {
  expect(missing('Unknown')).toEqual([])
})
