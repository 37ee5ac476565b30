import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuMs } from '../http/cpu.ts'
import { openFarSite } from './far-site.ts'

// What limits cost the panel: many connected clients, 20 ms away, that send a little and get it back, and a few that
// want all they can get. The same connections without limits, with limits downwards, and with limits upwards.

const connectionsEach = 2
const piece = Buffer.alloc(1_024, 'x')
const everyMs = 500
/** What a change of a thousand clients leaves to do is done by then. */
const settleMs = 15_000

/** A client of VLESS over plain TCP, in this process: a thousand of them would be too many for one client core. */
async function openVless(host: string, port: number, uuid: string, first: string): Promise<Socket> {
  const socket = connect(port, host)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const id = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  const [tcp, ipv4] = [1, 1]
  const anywhere = Buffer.from([0, tcp, 0, 80, ipv4, 192, 0, 2, 1])
  socket.write(Buffer.concat([Buffer.of(0), id, anywhere, Buffer.from(`${first}\n`)]))
  await once(socket, 'data')
  return socket.resume()
}

export interface Crowd {
  clients: number
  /** How many of them want all they can get, in both directions. */
  hungry: number
  /** Bytes per second, of each and in each direction. */
  limit: number
  seconds: number
}

/** Milliseconds of the panel's processor time in a second, and bytes per second of the hungry clients. */
interface Cost {
  cost: number
  ups: number[]
  down: number
}

export async function measureCrowd(binary: string, crowd: Crowd) {
  const ends: (() => Promise<unknown>)[] = []
  try {
    const { site, source, far, addInbound } = await openFarSite(binary, ends)
    const { panel } = site
    const { id, port } = await addInbound({ protocol: 'vless', network: 'tcp', security: 'none' })
    const emails = Array.from({ length: crowd.clients }, (_, i) => `crowd${i}`)
    const draft = emails.map((email) => ({ client: { email }, inboundIds: [id] }))
    await panel.call('/panel/api/clients/bulkCreate', draft)
    const open = async (email: string, first: string) => {
      const socket = await openVless(far, port, (await panel.client(email)).uuid, first)
      ends.push(async () => void socket.destroy())
      return socket
    }
    const [few, many] = [emails.slice(0, crowd.hungry), emails.slice(crowd.hungry)]
    const adjust = (some: readonly string[], down: number, up: number) =>
      panel.call('/panel/api/clients/bulkAdjust', {
        ...{ emails: some, setSpeedDown: down * 8, setSpeedUp: up * 8 },
      })
    const calm: Socket[] = []
    for (const email of many) for (let n = 0; n < connectionsEach; n++) calm.push(await open(email, 'E'))
    const trickle = setInterval(() => {
      for (const socket of calm) socket.write(piece)
    }, everyMs)
    ends.push(async () => clearInterval(trickle))

    let received = 0
    const sentBy = () => few.map((email) => source.received(email))
    async function costOf(down: number, up: number): Promise<Cost> {
      await adjust(many, down, up)
      await wait(settleMs)
      const [began, before] = [performance.now(), cpuMs(panel.program.pid)]
      const was = { up: sentBy(), down: received }
      await wait(crowd.seconds * 1_000)
      const passed = (performance.now() - began) / 1_000
      return {
        cost: (cpuMs(panel.program.pid) - before) / passed,
        ups: sentBy().map((bytes, i) => (bytes - (was.up[i] ?? 0)) / passed),
        down: (received - was.down) / passed / Math.max(1, few.length),
      }
    }
    const without = await costOf(0, 0)
    await adjust(few, crowd.limit, crowd.limit)
    for (const email of few) {
      const up = await open(email, `U ${email}`)
      const push = () => {
        while (!up.destroyed && up.write(piece));
      }
      up.on('drain', push)
      push()
      const down = await open(email, 'D')
      down.on('data', (part: Buffer) => {
        received += part.length
      })
    }
    return { without, down: await costOf(crowd.limit, 0), up: await costOf(0, crowd.limit) }
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
