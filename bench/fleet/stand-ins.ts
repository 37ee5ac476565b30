import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { FleetApplied, FleetApply, FleetReport, FleetSeen, ReportedClient } from '#contract/fleet-api.ts'
import { makeCertificate } from '#server/platform/http/certificate.ts'

// Stand-ins for nodes of our own kind in a process of their own: they answer the calls of a centre and keep nothing but
// what they must. A node is the first part of the path.

interface StandIn {
  seq: number
  tags: Map<string, { id: number; be: object; hash: number }>
  /** Sums by email, with the number of their last change. */
  sums: Map<string, { seq: number; bytes: number }>
  /** When it applied keys, on the clock that all processes share, in nanoseconds. */
  applied: { at: string; keys: number }[]
  /** The number that its centre has read up to. */
  read: number
  waiting: Set<() => void>
}

export type Ask =
  | { kind: 'open'; headers: Record<string, string> }
  | { kind: 'bytes' }
  /** When the last of these nodes had applied a key since the last such question. */
  | { kind: 'applied'; nodes: readonly string[] }
  /** Bytes of these clients move on these nodes; answered when their centre has read them. */
  | { kind: 'move'; nodes: readonly string[]; emails: readonly string[] }

const epoch = 'bench'
const nodes = new Map<string, StandIn>()
const sockets = new Set<Socket>()
let ended = 0
let headers: Record<string, string> = {}

function nodeOf(name: string): StandIn {
  const node = nodes.get(name) ?? {
    seq: 1,
    tags: new Map(),
    sums: new Map(),
    applied: [],
    read: 0,
    waiting: new Set<() => void>(),
  }
  nodes.set(name, node)
  return node
}

function changed(node: StandIn): void {
  node.seq++
  for (const go of [...node.waiting]) go()
}

const status = (guid: string) => ({
  cpu: 1,
  mem: { current: 1, total: 2 },
  xray: { state: 'running', version: '26.4.25', errorMsg: '' },
  panelGuid: guid,
  panelVersion: '1.0.0',
  uptime: 9,
  netIO: { up: 0, down: 0 },
  fleet: 1,
})

const hashesOf = ({ tags }: StandIn) =>
  Object.fromEntries([...tags].map(([tag, { hash }]) => [tag, String(hash)]))

function apply(node: StandIn, { keys }: FleetApply): FleetApplied {
  const before = hashesOf(node)
  const answers: FleetApplied['keys'] = keys.map((key) => {
    if (key.kind !== 'inbound' || !key.be) return { done: true, up: 0, down: 0 }
    const id = node.tags.get(key.be.tag)?.id ?? node.tags.size + 1
    node.tags.set(key.be.tag, { id, be: key.be, hash: 0 })
    return { done: true, id }
  })
  for (const tag of node.tags.values()) tag.hash++
  node.applied.push({ at: String(process.hrtime.bigint()), keys: keys.length })
  changed(node)
  return { epoch, seq: node.seq, keys: answers, before, after: hashesOf(node) }
}

function look(node: StandIn, tags: readonly string[]): FleetSeen {
  const inbounds = tags.flatMap((tag) => {
    const known = node.tags.get(tag)
    if (!known) return []
    const { id, be, hash } = known
    return [{ ...be, id, up: 0, down: 0, clients: 0, hash: String(hash), buckets: [] }]
  })
  return { epoch, seq: node.seq, inbounds: inbounds as unknown as FleetSeen['inbounds'], clients: [] }
}

const about = (guid: string) => ({
  guid,
  panelVersion: '1.0.0',
  coreVersion: '26.4.25',
  coreState: 'running',
  coreError: '',
  fleet: 1,
})

async function report(name: string, node: StandIn, query: URLSearchParams): Promise<FleetReport> {
  const [of, number = ''] = (query.get('after') ?? '').split('.')
  const after = of === epoch ? Number(number) : 0
  node.read = after
  for (const go of [...readers]) go()
  const wait = Number(query.get('wait')) * 1_000
  if (after > 0 && wait > 0 && node.seq === after)
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        node.waiting.delete(end)
        resolve()
      }
      const timer = setTimeout(end, wait)
      node.waiting.add(end)
    })
  const moved = [...node.sums].filter(([, { seq }]) => seq > after)
  const clients = moved.map(([email, { bytes }]): ReportedClient => [email, bytes, bytes, 0, 0])
  const isNew = node.seq > after
  return {
    epoch,
    seq: node.seq,
    ...(after === 0 && { whole: true as const, about: about(name) }),
    ...(clients.length > 0 && { clients }),
    ...(isNew && { hashes: hashesOf(node) }),
    load: [1, 50, 9, 0, 0],
  }
}

const readers = new Set<() => void>()

async function answer(name: string, path: string, query: URLSearchParams, body: Buffer): Promise<unknown> {
  const node = nodeOf(name)
  const json = <T>() => JSON.parse(body.toString()) as T // as the centre sends it
  if (path === 'server/status') return status(name)
  if (path === 'fleet/report') return report(name, node, query)
  if (path === 'fleet/look') return look(node, json<{ inbounds: string[] }>().inbounds)
  if (path === 'fleet/apply') return apply(node, JSON.parse(gunzipSync(body).toString()) as FleetApply)
  return null
}

async function open(): Promise<number> {
  const server = createServer(
    { ...(await makeCertificate(['127.0.0.1'], Date.now())), keepAliveTimeout: 120_000 },
    (request, response) => {
      const url = new URL(request.url ?? '', 'https://node')
      const [, name = '', path = ''] = /^\/([^/]+)\/panel\/api\/(.*)$/.exec(url.pathname) ?? []
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        if (name.startsWith('hangs') && path !== 'server/status') return // for ever
        void answer(name, path, url.searchParams, Buffer.concat(parts)).then((obj) => {
          const text = JSON.stringify({ success: true, msg: '', obj })
          response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
        })
      })
    },
  )
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      ended += socket.bytesRead + socket.bytesWritten
      sockets.delete(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  process.once('disconnect', () => process.exit())
  return typeof address === 'object' && address ? address.port : 0
}

/** Asked again until it is so; each call that arrives may make it so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1))
}

async function handle(ask: Ask): Promise<unknown> {
  if (ask.kind === 'open') {
    headers = ask.headers
    return open()
  }
  if (ask.kind === 'bytes') {
    let sum = ended
    for (const { bytesRead, bytesWritten } of sockets) sum += bytesRead + bytesWritten
    return sum
  }
  const some = ask.nodes.map(nodeOf)
  if (ask.kind === 'applied') {
    await until(() => some.every(({ applied }) => applied.length > 0))
    const last = some.map(({ applied }) => applied.splice(0).at(0)?.at ?? '0')
    return last.reduce((a, b) => (BigInt(a) > BigInt(b) ? a : b))
  }
  for (const node of some) {
    changed(node)
    for (const email of ask.emails) {
      const bytes = (node.sums.get(email)?.bytes ?? 0) + 1_000
      node.sums.set(email, { seq: node.seq, bytes })
    }
  }
  await until(() => some.every(({ seq, read }) => read >= seq))
  return null
}

process.on('message', (ask: Ask) => {
  void handle(ask).then((said) => process.send?.(said ?? ''))
})
