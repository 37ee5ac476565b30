import { endianness } from 'node:os'
import { expect, it } from 'vitest'
import { addressFromHex, socketsIn } from './port-holders.ts'

const little = endianness() === 'LE'

it.runIf(little).each([
  ['0100007F', '127.0.0.1'],
  ['00000000', '0.0.0.0'],
  ['00000000000000000000000000000000', '::'],
  ['0000000000000000FFFF00000100007F', '127.0.0.1'],
  ['B80D0120000000000000000001000000', '2001:db8::1'],
])('reads the address %s', (hex, address) => {
  expect(addressFromHex(hex)).toBe(address)
})

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const row = (local: string, state: string, inode: number) =>
  `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0 100 0 0 10 0`

it.runIf(little)('finds what stands in the way: the port, an overlapping address, a listener', () => {
  const table = [
    head,
    row('0100007F:01BB', '0A', 1),
    row('0100007F:01BB', '01', 2), // a connection
    row('0200007F:01BB', '0A', 3),
    row('00000000:01BB', '0A', 4),
    row('0100007F:01BC', '0A', 5),
    row('0100007F:01BB', '0A', 0), // closed
  ].join('\n')
  const inodes = (listen: string) => socketsIn(table, 'tcp', listen, 443).map((s) => s.inode)
  expect(inodes('127.0.0.1')).toEqual(['1', '4'])
  expect(inodes('')).toEqual(['1', '3', '4'])
  expect(socketsIn(row('0100007F:01BB', '07', 9), 'udp', '0.0.0.0', 443)).toEqual([{ inode: '9', uid: 1000 }])
})
