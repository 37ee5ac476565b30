import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { endianness } from 'node:os'
import { expect, it } from 'vitest'
import { parseSocketTable, readDescriptors, readSockets } from './proc-sockets.ts'

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const rest = '01 00000000:00000000 00:00000000 00000000  1000        0'
/** Connections are visible only where the kernel has these tables. */
const linux = process.platform === 'linux'

it.runIf(endianness() === 'LE')('reads the IPv4 and IPv6 tables; a mapped address becomes IPv4', () => {
  const four = `${head}   0: 0100007F:01BB 020000C0:C001 ${rest} 4711 1\n   1: 0100007F:01BB 00000000:0000 ${rest} 0 1\n`
  expect(parseSocketTable(four, 'tcp', 4)).toEqual([
    {
      protocol: 'tcp',
      family: 4,
      localIp: '127.0.0.1',
      localPort: 443,
      peer: '192.0.0.2:49153',
      peerIp: '192.0.0.2',
      inode: 4711,
    },
  ])
  const mapped = '0000000000000000FFFF0000020000C0'
  const real = 'B80D0120000000000000000001000000'
  const six = `${head}   0: ${mapped}:01BB ${mapped}:0001 ${rest} 7 1\n   1: ${real}:01BB ${real}:0002 ${rest} 8 1\n`
  expect(parseSocketTable(six, 'tcp', 6).map(({ peer, family }) => [peer, family])).toEqual([
    ['192.0.0.2:1', 6],
    ['[2001:db8::1]:2', 6],
  ])
})

it.runIf(linux)('finds a connection of this process and its descriptor', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const client = connect(port, '127.0.0.1')
  const [accepted] = await once(server, 'connection')
  const peer = `127.0.0.1:${client.localPort}`
  const rows = (await readSockets(process.pid, 'tcp')).filter((row) => row.peer === peer)
  const descriptors = await readDescriptors(process.pid)
  expect(rows).toMatchObject([{ localPort: port, peerIp: '127.0.0.1' }])
  expect(descriptors.get(rows[0]?.inode ?? 0)).toBeGreaterThan(2)
  accepted.destroy()
  client.destroy()
  server.close()
})

it('a process that has ended has none', async () => {
  expect(await readSockets(999_999_999, 'udp')).toEqual([])
  expect(await readDescriptors(999_999_999)).toEqual(new Map())
})
