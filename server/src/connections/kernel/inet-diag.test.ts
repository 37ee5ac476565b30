import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { dumpRequest, parseDump, readTcp } from './inet-diag.ts'
import { loadNative, type Native } from './native.ts'

/** Without koffi or kernel support, lists come without byte counts. */
const native: Native | undefined = await loadNative().catch(() => undefined)

it.runIf(native)('reads the bytes of a live connection, both ways', async () => {
  if (!native) return
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const client = connect(port, '127.0.0.1')
  const [accepted] = await once(server, 'connection')
  client.write(Buffer.alloc(1_000))
  await once(accepted, 'data')
  accepted.write(Buffer.alloc(3_000))
  await once(client, 'data')
  const peer = `127.0.0.1:${client.localPort}`
  const mine = (await readTcp(native)).find((reading) => reading.peer === peer && reading.localPort === port)
  expect(mine).toMatchObject({ bytesAcked: 3_000, bytesReceived: 1_000 })
  expect(mine).toMatchObject({ unread: 0, unsent: 0, segments: 2 })
  expect(mine?.rtt).toBeGreaterThan(0)
  expect(mine?.inode).toBeGreaterThan(0)
  client.destroy()
  accepted.destroy()
  server.close()
})

it('asks for connected TCP sockets of one family', () => {
  const request = dumpRequest(10)
  expect([request.length, request[16], request[17], request[18]]).toEqual([72, 10, 6, 2])
})

it('a truncated or foreign answer ends the read without an error', () => {
  expect(parseDump(new Uint8Array(7))).toEqual({ readings: [], done: false })
  expect(parseDump(new Uint8Array(64))).toEqual({ readings: [], done: true })
})
