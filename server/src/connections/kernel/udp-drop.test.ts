import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { loadNative, type Native } from './native.ts'
import { readDescriptors, readSockets } from './proc-sockets.ts'
import { createUdpDrop } from './udp-drop.ts'

/** Without koffi or kernel support the room falls back; the fallbacks have their own tests. */
const native: Native | undefined = await loadNative().catch(() => undefined)

async function bound(reusePort = false) {
  const socket = createSocket({ type: 'udp4', reusePort })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

/** All packets that reach the listener, by the sender's port. */
async function listener() {
  const socket = await bound(true)
  const heard: number[] = []
  socket.on('message', (_, { port }) => heard.push(port))
  const { port } = socket.address()
  const row = (await readSockets(process.pid, 'udp')).find(({ localPort }) => localPort === port)
  if (!row) throw new Error('the listener is not in the table')
  /** The last sender is never silenced: once it is received, all packets before it were received or dropped. */
  async function hears(...senders: Awaited<ReturnType<typeof bound>>[]) {
    heard.length = 0
    const last = await bound()
    for (const sender of [...senders, last]) sender.send('x', port, '127.0.0.1')
    while (!heard.includes(last.address().port)) await once(socket, 'message')
    last.close()
    return senders.map((sender) => heard.includes(sender.address().port))
  }
  return { socket, row, hears }
}

it.runIf(native)(
  'a filter keeps one peer from a socket that others use, and goes after its time',
  async () => {
    if (!native) return
    let now = 0
    const silence = createUdpDrop(() => now)
    const { socket, row, hears } = await listener()
    const [ann, bob] = [await bound(), await bound()]
    const peer = `127.0.0.1:${ann.address().port}`
    const core = { pid: process.pid, descriptors: await readDescriptors(process.pid) }
    expect(silence.filter(native, core, row, [peer], 60_000)).toEqual([peer])
    expect(await hears(ann, bob)).toEqual([false, true])
    expect(silence.isDue()).toBe(false)
    now = 60_000
    expect(silence.isDue()).toBe(true)
    silence.expire(native, core)
    expect(await hears(ann, bob)).toEqual([true, true])
    for (const one of [socket, ann, bob]) one.close()
  },
)

it.runIf(process.platform === 'linux')('a connected twin does the same without borrowing', async () => {
  let now = 0
  const silence = createUdpDrop(() => now)
  const { socket, row, hears } = await listener()
  const [ann, bob] = [await bound(), await bound()]
  const peer = `127.0.0.1:${ann.address().port}`
  expect(await silence.twins(row, [peer], 60_000)).toEqual([peer])
  expect(await hears(ann, bob)).toEqual([false, true])
  now = 60_000
  silence.expire(undefined, { pid: process.pid, descriptors: new Map() })
  expect(silence.isDue()).toBe(false)
  expect(await hears(ann)).toEqual([true])
  for (const one of [socket, ann, bob]) one.close()
})
