import type { Diagnosis, DiagnosisQuestion } from '#contract/health-api.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { createCoreApi } from '#server/core/api/client.ts'
import { coreBinary } from '#test/core-binary.ts'
import { until } from '#test/until.ts'
import { startClientCore } from './core/client-core.ts'
import { asSource } from './core/core-panel.ts'
import { fetchThrough, openStreamSoon } from './core/dial.ts'
import type { ServerWorld } from './health-stage.ts'
import { pageAddress } from './public-page.ts'

/** What stands in the way of one client of an inbound that works. */
export interface ClientFault {
  question: DiagnosisQuestion
  says: RegExp
  make(world: ServerWorld, email: string): Promise<unknown>
}

const day = 86_400_000
const wellIn = ({ inbounds }: ServerWorld): Inbound => inbounds.get('well') as Inbound // made before the first test
const add = (world: ServerWorld, email: string, more: Block = {}) =>
  world.centre.panel.addClient(email, [wellIn(world).id], more)

/** The apps of a client with its keys of now: one at each address of this machine. */
async function appsOf(world: ServerWorld, email: string, addresses: readonly string[]) {
  const { centre, ends } = world
  const client = await centre.panel.client(email)
  const way = { inbound: asSource(wellIn(world)), client, address: centre.toUsers.far }
  const core = await startClientCore(
    coreBinary ?? '',
    addresses.map((from) => ({ ...way, from })),
  )
  ends.push(core.stop)
  return core.ports
}
const fetches = (port = 0): Promise<boolean> =>
  fetchThrough(port, 2_000).then(
    () => true,
    () => false,
  )
const answersOf = async ({ centre }: ServerWorld, email: string) =>
  (await centre.panel.read<Diagnosis>(`/panel/api/health/client/${email}`)).answers

/** By the email of the client. */
export const clientFaults: Readonly<Record<string, ClientFault>> = {
  quota: {
    ...{ question: 'quota', says: /^Out of data: .+ of .+ used$/ },
    async make(world, email) {
      await add(world, email, { totalGB: 10 })
      const [port] = await appsOf(world, email, [world.centre.toUsers.near])
      await until('it has used its data', async () => {
        await fetches(port)
        return !(await world.centre.panel.client(email)).enable
      })
    },
  },
  expired: {
    ...{ question: 'time', says: /^Expired 2 days ago$/ },
    make: (world, email) => add(world, email, { expiryTime: Date.now() - 2 * day }),
  },
  disabled: {
    ...{ question: 'enabled', says: /^Client disabled$/ },
    make: (world, email) => add(world, email, { enable: false }),
  },
  device: {
    ...{ question: 'devices', says: /^A device got no subscription .+: device limit of 1 reached$/ },
    async make(world, email) {
      const { subId } = await add(world, email, { limitHwid: 1 })
      const url = `${world.centre.panel.program.url.replace(/\d+$/, String(world.subPort))}/sub/${subId}`
      const fetched = ['FIRST-DEVICE', 'SECOND-DEVICE'].map((device) =>
        fetch(url, { headers: { 'x-hwid': device, 'user-agent': 'Happ/3.1' } }),
      )
      for (const reply of await Promise.all(fetched)) await reply.text()
    },
  },
  address: {
    ...{ question: 'addresses', says: /was refused .+: IP limit of 1 reached$/ },
    async make(world, email) {
      await add(world, email, { limitIp: 1 })
      const ports = await appsOf(world, email, [world.centre.toUsers.near, pageAddress])
      const streams = await Promise.all(ports.map((port) => openStreamSoon(port)))
      world.ends.push(async () => {
        for (const stream of streams) stream.close()
      })
      await until('an address is refused', async () =>
        (await answersOf(world, email)).some(({ question }) => question === 'addresses'),
      )
    },
  },
  nowhere: {
    ...{ question: 'inbounds', says: /^Not assigned to any inbound$/ },
    async make({ centre }, email) {
      const settings = { clients: [], decryption: 'none' }
      const body = { remark: 'gone', port: 20_017, protocol: 'vless', settings, enable: true }
      const { id } = await centre.panel.call<Inbound>('/panel/api/inbounds/add', body)
      await centre.panel.addClient(email, [id])
      await centre.panel.call(`/panel/api/inbounds/del/${id}`)
    },
  },
  'old-link': {
    ...{
      question: 'handshake',
      says: /^A connection from .+, which it has used before, was refused .+: unknown key/,
    },
    async make(world, email) {
      const { panel, toUsers } = world.centre
      await add(world, email)
      const [port] = await appsOf(world, email, [toUsers.near])
      await until('its address is known', async () => {
        await fetches(port)
        const known = await panel.call<unknown>(`/panel/api/clients/ips/${email}`)
        return JSON.stringify(known).includes(toUsers.near)
      })
      const client = await panel.client(email)
      await panel.call(`/panel/api/clients/update/${email}`, { ...client, uuid: crypto.randomUUID() })
      const timer = setInterval(() => void fetches(port), 2_000)
      world.ends.push(async () => clearInterval(timer))
      await until('its old key is refused', async () =>
        (await answersOf(world, email)).some(({ question }) => question === 'handshake'),
      )
    },
  },
  'key-missing': {
    ...{ question: 'key', says: /^The running core does not have its key/ },
    async make(world, email) {
      await add(world, email)
      const api = createCoreApi(world.centre.panel.record().api)
      const { tag } = wellIn(world)
      try {
        await until('the core has it', async () => (await api.userEmails(tag)).includes(email))
        await api.removeUser(tag, email)
      } finally {
        api.close()
      }
    },
  },
}
