import { get as getPlain, type RequestListener, type ServerResponse } from 'node:http'
import { get as getTls } from 'node:https'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { createQuota } from './connection-quota.ts'
import { rememberCaller } from './connections.ts'
import { serverOf } from './listener.ts'
import { createPort, createPorts, type Ports } from './ports.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const host = '127.0.0.1'
const says =
  (text: string): RequestListener =>
  (_request, response) =>
    void response.end(text)

async function serve(ports: Ports, number: number, handler: RequestListener, isSecure = false) {
  const port = createPort(isSecure ? selfSigned(['a.example'], []) : undefined, undefined, ports)
  port.attach({ request: handler })
  await port.listen(host, number)
  stops.push(() => port.close(0))
  return port
}

function ask(number: number, get: typeof getPlain | typeof getTls = getPlain): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host, port: number, agent: false as const, rejectUnauthorized: false }
    get(options, async (response) => {
      let text = ''
      for await (const part of response) text += part
      resolve(`${response.statusCode} ${text}`)
    }).on('error', reject)
  })
}

const isOpen = (number: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(number, host, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

it.each([
  ['plain', getPlain, false],
  ['TLS', getTls, true],
])(
  'between two panels callers wait, and the answers that run are sent whole (%s)',
  async (_name, get, tls) => {
    const [ports, number] = [createPorts(), await freePort()]
    let answer: ServerResponse | undefined
    const first = await serve(
      ports,
      number,
      (_request, response) => {
        answer = response
      },
      tls,
    )
    const running = ask(number, get)
    await until('the request runs', () => answer !== undefined)
    const left = first.leave()
    const waits = ask(number, get)
    const large = 'x'.repeat(3_000_000)
    answer?.end(large)
    expect(await running).toBe(`200 ${large}`)
    await left
    await serve(ports, number, says('second'), tls)
    expect(await waits).toBe('200 second')
  },
)

it.each([
  ['plain', getPlain, false],
  ['TLS', getTls, true],
])('the limits of a connection are those of its server (%s)', async (_name, get, tls) => {
  const [ports, number] = [createPorts(), await freePort()]
  const handler: RequestListener = ({ socket }, response) => {
    const { requestTimeout, timeout } = serverOf(socket) ?? {}
    response.end(`${requestTimeout} ${timeout}`)
  }
  await serve(ports, number, handler, tls)
  expect(await ask(number, get)).toBe('200 30000 30000')
})

it('an answer that does not end is cut after the patience, and the port stays', async () => {
  const [ports, number] = [createPorts(), await freePort()]
  let isAsked = false
  const first = await serve(ports, number, () => {
    isAsked = true
  })
  const running = ask(number).catch((error: NodeJS.ErrnoException) => error.code)
  await until('the request runs', () => isAsked)
  await first.leave(10)
  expect(await running).toBe('ECONNRESET')
  await serve(ports, number, says('second'))
  expect(await ask(number)).toBe('200 second')
})

it('the next panel may speak TLS where the one before did not', async () => {
  const [ports, number] = [createPorts(), await freePort()]
  await (await serve(ports, number, says('first'))).leave()
  await serve(ports, number, says('second'), true)
  expect([await ask(number, getTls), (await ask(number)).slice(0, 3)]).toEqual(['200 second', '307'])
})

it('a port that nobody serves any more is closed, and one that is served is refused to others', async () => {
  const [ports, number, other] = [createPorts(), await freePort(), await freePort()]
  const first = await serve(ports, number, says('first'))
  const second = createPort(undefined, undefined, ports)
  second.attach({ request: says('second') })
  await expect(second.listen(host, number)).rejects.toMatchObject({ code: 'listener.port-taken' })
  await first.leave()
  const waits = ask(number)
  await second.listen(host, other)
  stops.push(() => second.close(0))
  expect([await isOpen(number), await isOpen(other)]).toEqual([true, true])
  await ports.closeUnserved()
  expect(await waits).toBe('503 ')
  expect([await isOpen(number), await isOpen(other)]).toEqual([false, true])
})

it('a process that leaves answers whoever is connected; its sockets stay with the holder', async () => {
  const [number, held] = [await freePort(), new Map<string, object>()]
  const holder = {
    borrow: async (name: string) => held.get(name),
    hold: (name: string, socket: object) => void held.set(name, socket),
    holdOnly: (names: readonly string[]) => {
      for (const name of held.keys()) if (!names.includes(name)) held.delete(name)
    },
  }
  const ports = createPorts(holder)
  await serve(ports, number, says('first'))
  expect([...held.keys()]).toEqual([`${host} ${number}`])
  const late = connect(number, host)
  const leaving = ports.handOver(() => {})
  let told = ''
  late.on('data', (part) => {
    told += part
  })
  late.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await leaving
  expect(told).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*first/is)
  expect([...held.keys()]).toEqual([`${host} ${number}`])
})

it('one address holds a few connections, and the port answers others', async () => {
  const quota = createQuota({ total: 100, perAddress: 4 })
  const [ports, number] = [createPorts(undefined, quota), await freePort()]
  await serve(ports, number, says('here'), true)
  const sockets = Array.from({ length: 20 }, () => connect({ port: number, host, localAddress: '127.0.0.2' }))
  stops.push(async () => {
    for (const socket of sockets) socket.destroy()
  })
  for (const socket of sockets) socket.on('error', () => {})
  await until('all but four are closed', () => sockets.filter(({ destroyed }) => destroyed).length === 16)
  expect(quota.size()).toBe(4)
  expect(await ask(number, getTls)).toBe('200 here')
})

it('behind a trusted proxy the address that it names counts', async () => {
  const quota = createQuota({ total: 100, perAddress: 2 })
  const [ports, number] = [createPorts(undefined, quota), await freePort()]
  const trusted = () => ({ contains: (address: string) => address === '127.0.0.1' })
  const port = createPort(undefined, undefined, ports, trusted)
  const waiting: ServerResponse[] = []
  port.attach({ request: (_request, response) => void waiting.push(response) })
  await port.listen(host, number)
  stops.push(() => port.close(0))
  const from = (address: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'x-forwarded-for': address }
      getPlain({ host, port: number, agent: false, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      }).on('error', reject)
    })
  const first = [from('198.51.100.1'), from('198.51.100.1')]
  await until('both run', () => waiting.length === 2)
  expect(await from('198.51.100.1')).toBe(503)
  const other = from('198.51.100.2')
  await until('another caller is served', () => waiting.length === 3)
  for (const response of waiting) response.end()
  expect(await Promise.all([...first, other])).toEqual([200, 200, 200])
})

it('an idle connection is closed soon, unless its caller is known', async () => {
  const [ports, number] = [createPorts(), await freePort()]
  await serve(ports, number, (request, response) => {
    if (request.url === '/known') rememberCaller(request)
    response.end('here')
  })
  const sockets = ['/known', '/'].map((path) => {
    const socket = connect(number, host)
    socket.on('error', () => {}).resume()
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
    return socket
  })
  stops.push(async () => {
    for (const socket of sockets) socket.destroy()
  })
  await until('the other one is closed', () => sockets[1]?.destroyed === true)
  expect(sockets[0]?.destroyed).toBe(false)
})
