import { randomBytes, randomUUID } from 'node:crypto'
import { freePort } from '#test/free-port.ts'
import type { Desk } from './desk.ts'

// 8 inbounds of 4 protocols and clients on 2 of them each, as in the run for the 3x-ui figures, but with quotas,
// dates, comments and groups on some, so that every sort and filter has work to do.

const day = 86_400_000
const gigabyte = 2 ** 30
const perCall = 2_000

const settingsOf = {
  vless: { clients: [], decryption: 'none', fallbacks: [] },
  vmess: { clients: [] },
  trojan: { clients: [], fallbacks: [] },
  shadowsocks: { method: 'aes-256-gcm', password: '', network: 'tcp', clients: [] },
}
const transports = [
  { network: 'tcp', security: 'none', tcpSettings: { header: { type: 'none' } } },
  { network: 'ws', security: 'none', wsSettings: { path: '/b', host: '', headers: {} } },
]

export async function openInbounds(desk: Desk): Promise<number[]> {
  const protocols = Object.entries(settingsOf)
  for (let i = 0; i < 8; i++) {
    const [protocol, settings] = protocols[i % 4] ?? ['vless', settingsOf.vless]
    await desk.post('/panel/api/inbounds/add', {
      remark: `bench-${i}`,
      enable: true,
      listen: '127.0.0.1',
      port: await freePort(),
      protocol,
      settings,
      streamSettings: transports[i % 2],
      sniffing: { enabled: false },
    })
  }
  return (await desk.get<{ id: number }[]>('/panel/api/inbounds/options')).map(({ id }) => id)
}

export const clientOf = (email: string) => ({
  email,
  id: randomUUID(),
  password: randomBytes(12).toString('base64url'),
  auth: randomBytes(9).toString('hex'),
  subId: `${email}sub`,
  enable: true,
})

/** One in twenty has expired, one in twenty is disabled, a third has a quota, a quarter a comment. */
export const nthClient = (n: number, now: number) => ({
  ...clientOf(`u${n}`),
  enable: n % 20 !== 1,
  expiryTime: n % 20 === 0 ? now - day : n % 3 === 0 ? now + (30 + (n % 300)) * day : 0,
  totalGB: n % 3 === 1 ? (1 + (n % 100)) * gigabyte : 0,
  comment: n % 4 === 0 ? `Pays by transfer, number ${n}` : '',
  tgId: n % 10 === 0 ? 100_000 + n : 0,
  group: n % 5 === 0 ? `group-${n % 8}` : '',
  reset: n % 7 === 0 ? 30 : 0,
})

export const twoOf = (inbounds: readonly number[], n: number): number[] =>
  [n, n + 1].map((i) => inbounds[i % inbounds.length] as number) // the remainder is in range

export async function settle(desk: Desk, inbounds: readonly number[], count: number) {
  const now = Date.now()
  for (let first = 0; first < count; first += perCall) {
    const size = Math.min(perCall, count - first)
    const list = Array.from({ length: size }, (_, i) => ({
      client: nthClient(first + i, now),
      inboundIds: twoOf(inbounds, first + i),
    }))
    const { created } = await desk.post<{ created: number }>('/panel/api/clients/bulkCreate', list)
    if (created !== size) throw new Error(`bulkCreate made ${created} of ${size} clients`)
  }
}
