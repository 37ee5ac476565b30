import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Envelope } from '#contract/wire.ts'
import { createPanel } from '../app/panel.ts'
import { freePort } from '../core/process/free-port.ts'
import type { Config } from '../platform/config.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import { type Building, closedProbe, type DemoNodes } from './nodes.ts'
import { addresses, advertised, nodeInbounds, nodes, ownInbounds, plans, withRouting } from './places.ts'
import type { DemoProbes } from './probes.ts'
import { chance, pick } from './random.ts'

const clientCount = 200
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const historyDays = 30
/** How long a node may take to get its clients; it goes on after the start. */
const syncMs = 10_000

interface Admin {
  username: string
  password: string
}

/** Fills an empty database through the API of the panel, on a clock that starts 30 days ago. */
export async function seed(
  config: Config,
  admin: Admin,
  { log, demo }: Building,
  far: DemoNodes,
  probes: DemoProbes,
): Promise<void> {
  const end = Date.now()
  let at = end - historyDays * dayMs
  const now = () => at
  const port = await freePort()
  const panel = await createPanel(
    { ...config, listen: '127.0.0.1', port, subPort: await freePort(), basePath: '/', admin },
    {
      ...{ log, now, demo, print: () => {} },
      egress: far.egress,
      probe: closedProbe,
      metering: { monotonic: now },
    },
  )
  try {
    await panel.start()
    await panel.doctor.stop() // nobody looked at a past that is made up
    const url = `http://127.0.0.1:${port}/`
    await fill(await logIn(far.egress, url, admin), end)
    for (const next of times(at, end)) {
      at = next
      await panel.traffic.tick()
      await panel.entries.checkAll()
      await probes.round(at)
    }
    for (const job of panel.history.jobs) await job.run(new AbortController().signal)
    await addNodes(await logIn(far.egress, url, admin), admin, far)
  } finally {
    await panel.stop()
  }
}

/** The nearer to now, the finer a chart is. */
const stepBefore = (left: number): number => {
  if (left > 7 * dayMs) return 12 * hourMs
  if (left > 2 * dayMs) return 4 * hourMs
  return left > 3 * hourMs ? 2 * hourMs : hourMs / 4
}

function times(from: number, to: number): number[] {
  const list: number[] = []
  for (let at = from; at < to; list.push(at)) at = Math.min(at + stepBefore(to - at), to)
  return list
}

async function fill(call: Caller, end: number): Promise<void> {
  await call('panel/api/setup/done', {})
  await call('panel/setting/update', addresses)
  for (const inbound of ownInbounds()) await addInbound(call, inbound)
  for (const plan of plans) await call('panel/api/plans/add', plan)
  await call('panel/api/caps/server/0', { costMonth: 12, capBytes: 20 * 1024 * GB })
  await call('panel/api/hosts/add', advertised)
  await call('panel/api/clients/bulkCreate', people(clientCount, end))
  const { xraySetting } = JSON.parse(await call<string>('panel/xray/', {}))
  await call('panel/xray/update', { xraySetting: withRouting(xraySetting) })
}

/** A program of this machine may have the port: then the next one that is free. */
async function addInbound(
  call: Caller,
  inbound: { port: number; nodeId?: number },
  tries = 20,
): Promise<{ id: number }> {
  try {
    return await call('panel/api/inbounds/add', { enable: true, listen: '', ...inbound })
  } catch (error) {
    if (tries === 0) throw error
    return addInbound(call, { ...inbound, port: inbound.port + 10 }, tries - 1)
  }
}

async function addNodes(call: Caller, admin: Admin, far: DemoNodes): Promise<void> {
  const emails = people(clientCount, 0).map(({ client }) => client.email)
  for (const [i, { name, host }] of nodes.entries()) {
    const there = await logIn(far.egress, `http://${host}:2053/`, admin)
    const { token } = await there<{ token: string }>('panel/setting/apiTokens/create', { name: 'centre' })
    const target = { scheme: 'http', address: host, port: 2053, apiToken: token, allowPrivateAddress: true }
    const node = await call<{ id: number }>('panel/api/nodes/add', { name, ...target })
    const { id } = await addInbound(call, { port: 0, ...nodeInbounds()[i], nodeId: node.id })
    const some = emails.filter((_, n) => n % nodes.length === i)
    await call('panel/api/clients/bulkAttach', { emails: some, inboundIds: [id] })
    await synced(call, node.id)
    await call(`panel/api/caps/node/${node.id}`, { costMonth: 6 + i, costTb: 1.5 })
  }
}

async function synced(call: Caller, node: number): Promise<void> {
  for (const end = Date.now() + syncMs; Date.now() < end; await wait(100))
    if ((await call<unknown[]>(`panel/api/nodes/queue/${node}`)).length === 0) return
}

type Caller = <T = unknown>(path: string, body?: object) => Promise<T>

const timeoutMs = 60_000

/** Logs in as any administrator does: what the demo shows has passed the checks of the API. */
export async function logIn(
  egress: Egress,
  url: string,
  credentials: { username: string; password: string },
): Promise<Caller> {
  const send = async (path: string, headers: Record<string, string>, body?: object) => {
    const reply = await egress.safeFetch(url + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      allowPrivateAddress: true,
      timeoutMs,
    })
    const { success, msg, obj } = (await reply.json()) as Envelope // of a panel in this process
    if (!success) throw new Error(`${path}: ${msg}`)
    return { obj, headers: reply.headers }
  }
  const { headers } = await send('login', {}, credentials)
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const { obj: token } = await send('csrf-token', { cookie })
  const signed = { cookie, 'x-csrf-token': String(token) }
  return async <T>(path: string, body?: object) => (await send(path, signed, body)).obj as T // as the contract says
}

const GB = 1024 ** 3

const names = [
  ...['ali', 'anna', 'amir', 'ayse', 'boris', 'chen', 'daniel', 'deniz', 'elena', 'emre', 'fatima', 'farid'],
  ...['grigori', 'hana', 'hassan', 'ines', 'ivan', 'jia', 'jose', 'karim', 'katya', 'laila', 'leo', 'lin'],
  ...[
    'lucia',
    'maria',
    'maryam',
    'mehmet',
    'ming',
    'mina',
    'nadia',
    'nikita',
    'noor',
    'olga',
    'omar',
    'pablo',
  ],
  ...['pavel', 'reza', 'sara', 'selin', 'sofia', 'tariq', 'vera', 'wei', 'yara', 'yusuf', 'zahra', 'zeynep'],
]
const surnames = ['', '.k', '.m', '.r', '.s'] as const
const quotas = [0, 20, 50, 100, 200, 400] as const
/** Days from now; 0 = never. Negative ones expired a short time ago. */
const endings = [0, 0, -2, 2, 6, 14, 25, 45, 90] as const
const groups = ['gold', 'silver', 'friends', 'family', ''] as const
const comments = [
  ...(['', '', '', '', '', '', ''] as const),
  ...(['phone and laptop', 'paid in cash', 'asked for a longer plan', 'TV box'] as const),
] as const

/** Numbers of inbounds in the order of `places.ts`. */
const attachments: readonly [number[], ...number[][]] = [[1], [1, 2], [1, 3], [2], [4, 1], [3]]

const idOf = (email: string): string => {
  const text = hash('sha256', `demo ${email}`, 'hex')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-8${text.slice(17, 20)}-${text.slice(20, 32)}`
}

/** Clients of the demo, the same ones every time; their dates are counted from `now`. */
export function people(count: number, now: number) {
  return Array.from({ length: count }, (_, i) => {
    const email = `${names[i % names.length]}${surnames[Math.floor(i / names.length)] ?? i}`
    const days = pick(endings, email, 'ending')
    return {
      client: {
        email,
        id: idOf(email),
        subId: hash('sha256', `demo subscription ${email}`, 'hex').slice(0, 16),
        enable: chance(email, 'enable') > 0.05,
        totalGB: pick(quotas, email, 'quota') * GB,
        expiryTime: days === 0 ? 0 : now + days * dayMs,
        group: pick(groups, email, 'group'),
        comment: pick(comments, email, 'comment'),
        limitIp: pick([0, 0, 2, 3], email, 'addresses'),
      },
      inboundIds: pick(attachments, email, 'inbounds'),
    }
  })
}
