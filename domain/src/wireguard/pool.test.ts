import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressesOn,
  checkedAddresses,
  createAddressBook,
  hasAddresses,
  hasRoom,
  outsideTunnel,
  poolSpans,
  serverAddresses,
  spansOf,
  takenByInbound,
  windowIn,
} from './pool.ts'

const bookFor = (settings: Record<string, unknown>) => {
  const book = createAddressBook()
  book.claim('the inbound', takenByInbound(settings))
  return book
}

describe('addresses from the pool', () => {
  test('the first free ones, never those of the inbound', () => {
    const settings = { address: ['10.8.0.1/30', 'fd00::1/64'] }
    const book = bookFor(settings)
    const first = book.free(settings, []) ?? []
    expect(first).toEqual(['10.8.0.2/32', 'fd00::2/128'])
    book.claim('ann', first)
    expect(book.ownerOf(['10.8.0.2/32'])).toBe('ann')
    // .3 is the broadcast address of a /30.
    expect(book.free(settings, [])).toBeUndefined()
  })

  test('only the family that is missing', () => {
    const settings = { address: ['10.8.0.1/24', 'fd00::1/64'] }
    expect(bookFor(settings).free(settings, ['10.8.0.77/32'])).toEqual(['fd00::2/128'])
    expect(hasAddresses(settings, '10.8.0.77/32')).toBe(false)
    expect(hasAddresses(settings, '10.8.0.77/32,fd00::9/128')).toBe(true)
  })

  test('an inbound that names no address, or one without a length, has a larger pool', () => {
    expect(bookFor({}).free({}, [])).toEqual(['10.0.0.2/32'])
    const book = bookFor({})
    for (let n = 0; n < 600; n++) book.claim(`c${n}`, book.free({}, []) ?? [])
    expect(book.free({}, [])).toEqual(['10.0.2.90/32'])
    expect(serverAddresses({ address: ['10.8.0.1/24', ' fd00::1'] })).toEqual(['10.8.0.1', 'fd00::1'])
  })

  test('addresses of peers that are no clients are not given away', () => {
    const settings = {
      peers: [{ allowedIPs: ['10.0.0.2/32', '10.0.0.4/30'] }, { allowedIPs: ['0.0.0.0/0'] }, {}],
    }
    const book = bookFor(settings)
    const given = [1, 2, 3].map(() => {
      const [address = ''] = book.free(settings, []) ?? []
      book.claim('x', [address])
      return address
    })
    expect(given).toEqual(['10.0.0.3/32', '10.0.0.8/32', '10.0.0.9/32'])
  })

  test('no address is given twice, whatever is taken and asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 255 })),
        fc.integer({ min: 28, max: 32 }),
        (taken, bits) => {
          const settings = { address: ['10.8.0.1/24'] }
          const book = bookFor(settings)
          for (const n of taken) book.claim('other', [checkedAddresses(`10.8.0.${n}/${bits}`, '')])
          for (;;) {
            const free = book.free(settings, [])
            if (!free) return
            expect(book.ownerOf(free)).toBeUndefined()
            book.claim('ann', free)
          }
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('part of a pool', () => {
  const settings = { address: ['10.8.0.1/24'] }
  const pool = poolSpans(settings)[0] ?? { low: '', high: '' }

  test('texts sort as the addresses, IPv4 apart from IPv6', () => {
    const spans = spansOf(['10.8.0.2/32', '10.8.0.16/28', '100.0.0.0/8', 'fd00::2/128', '::1/128'])
    expect(spans).toEqual([
      { low: '40a080002', high: '40a080002' },
      { low: '40a080010', high: '40a08001f' },
      { low: '464000000', high: '464ffffff' },
      { low: `6fd00${'0'.repeat(27)}2`, high: `6fd00${'0'.repeat(27)}2` },
      { low: `6${'0'.repeat(31)}1`, high: `6${'0'.repeat(31)}1` },
    ])
    expect(pool).toEqual({ low: '40a080000', high: '40a0800ff' })
  })

  test('a window ends before the last address, and what is taken in it is counted', () => {
    const window = windowIn(pool, '40a0800f0', 15)
    expect(window).toEqual({ low: '40a0800f0', high: '40a0800fe' })
    expect(windowIn(pool, '40a0800f0', 16)).toBeUndefined()
    if (!window) return
    const taken = spansOf(['10.8.0.224/28', '10.8.0.250/32', '10.8.0.252/30', '10.8.1.0/24', 'fd00::1/128'])
    expect(hasRoom(window, taken, 11)).toBe(true)
    expect(hasRoom(window, taken, 12)).toBe(false)
  })

  test('the search goes on where it is told to, and says where it ended', () => {
    const book = bookFor(settings)
    expect(book.next(pool)).toBe('40a080001')
    book.beginAt(pool, '40a080064')
    book.claimSpans('ann', spansOf(['10.8.0.100/31']))
    expect(book.free(settings, [])).toEqual(['10.8.0.102/32'])
    expect(book.next(pool)).toBe('40a080066')
    expect(book.ownerOf(['10.8.0.96/28'])).toBe('ann')
  })
})

describe('addresses of a client', () => {
  test('in one spelling, each once', () => {
    expect(checkedAddresses('10.0.0.2, 10.0.0.2/32 ,fd00:0::2,192.168.7.9/24', 'a')).toBe(
      '10.0.0.2/32,fd00::2/128,192.168.7.0/24',
    )
  })

  test.each(['ten', '10.0.0.2/33', '0.0.0.0/0', '10.0.0.2/32,x'])('%s is refused', (text) => {
    expect(() => checkedAddresses(text, 'allowedIPs')).toThrow(
      expect.objectContaining({ code: 'client.wireguard-address', field: 'allowedIPs' }),
    )
  })

  test('those inside the tunnel are no places', () => {
    const places = ['10.0.0.2', '203.0.113.7', 'fd00::2', '192.168.7.30'].map((ip) => ({ ip }))
    const left = (allowedIPs: string) => outsideTunnel(places, allowedIPs).map(({ ip }) => ip)
    expect(left('10.0.0.2/32,fd00::2/128,192.168.7.0/24')).toEqual(['203.0.113.7'])
    expect(left('')).toHaveLength(4)
  })

  test('on several inbounds, each has those of its pool', () => {
    const all = '10.0.0.2/32,10.8.0.5/32,fd00::5/128'
    expect(addressesOn({}, all)).toEqual(['10.0.0.2/32'])
    expect(addressesOn({ address: ['10.8.0.1/24', 'fd00::1/64'] }, all)).toEqual([
      '10.8.0.5/32',
      'fd00::5/128',
    ])
    expect(addressesOn({ address: ['10.9.0.1/24'] }, all)).toHaveLength(3)
  })
})
