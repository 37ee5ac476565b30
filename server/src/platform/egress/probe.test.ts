import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createWorld, startServer } from '#test/fixtures/loopback-net.ts'
import { createProbe, knockUdp } from './probe.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
const never = new AbortController().signal

async function udpServer(answers: boolean): Promise<number> {
  const socket = createSocket('udp4')
  socket.on('message', (_, from) => answers && socket.send('x', from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  stops.push(() => socket.close())
  return socket.address().port
}

it('a TCP server that accepts is reachable; the connection is closed immediately', async () => {
  const site = await startServer(createServer())
  stops.push(site.stop)
  const world = createWorld({ 'a.example': [['8.8.8.8']] }, () => site.port)
  const probed = await createProbe(world).tcp('a.example', 443)
  expect(probed).toEqual({ dnsMs: expect.any(Number), delay: expect.any(Number) })
  expect(probed.delay).toBeGreaterThan(0)
  expect(world.dialled).toEqual(['8.8.8.8'])
})

it.each([
  ['10.0.0.1', 'a private address'],
  ['127.0.0.1', 'a loopback address'],
  ['::1', 'a loopback address'],
  ['0x7f.1', 'a loopback address'],
  ['2130706433', 'a loopback address'],
  ['169.254.169.254', 'a link-local address'],
  ['inside.example', 'a private address'],
  ['both.example', 'a private address'],
])('%s is refused as %s before anything is sent', async (host, what) => {
  const names = { 'inside.example': [['192.168.1.1']], 'both.example': [['8.8.8.8', '10.0.0.1']] }
  const world = createWorld(names, () => 1)
  const knocked: string[] = []
  const knock = async (address: string) => knocked.push(address) > 0
  const probe = createProbe({ ...world, knock })
  await expect(probe.tcp(host, 443)).rejects.toThrow(what)
  await expect(probe.udp(host, 443)).rejects.toThrow(what)
  expect([...world.dialled, ...knocked]).toEqual([])
})

it('a name that does not resolve in time fails', async () => {
  const lookup = () => new Promise<never>(() => {})
  await expect(createProbe({ lookup, limitMs: 50 }).tcp('a.example', 1)).rejects.toThrow('within 0.05 s')
})

it.each(['a b', 'a/b', 'x@y', ''])('"%s" is no host', async (host) => {
  await expect(createProbe().tcp(host, 1)).rejects.toThrow(/not a host|no host|not a valid URL/)
})

it('a UDP port answers, stays silent or is closed', async () => {
  expect(await knockUdp('127.0.0.1', await udpServer(true), 2_000, never)).toBe(true)
  expect(await knockUdp('127.0.0.1', await udpServer(false), 50, never)).toBe(false)
  const port = await udpServer(false)
  stops.pop()?.()
  await expect(knockUdp('127.0.0.1', port, 2_000, never)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it('a silent UDP server counts as reachable, without a time', async () => {
  const world = createWorld({ 'a.example': [['8.8.8.8']] }, () => 1)
  const probe = createProbe({ ...world, knock: async () => false })
  expect((await probe.udp('a.example', 443)).delay).toBe(0)
})
