import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addClient, addInbound, clients, inbounds } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { createRandom, type Random } from '#test/random.ts'
import { seed } from '#test/seed.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { type Fetched, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// A subscription never contains another client's data. A setup is one client's attachments, state and names;
// each is fetched in every format and as the page, and searched for the identifiers of the others.
const rounds = process.env.SLUICE_LONG === '1' ? 420 : 2
const people = 24

let t: ServedPanel
let me: Visitor
let get: Subscriber
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  const all = { subJsonEnable: true, subClashEnable: true, subSingboxEnable: true }
  expect(await me.post('/panel/setting/update', all)).toMatchObject({ success: true })
})
afterAll(() => t.stop())

const tls = { security: 'tls', tlsSettings: { serverName: 'a.example', alpn: ['h2'] } }
const reality = {
  security: 'reality',
  realitySettings: {
    target: 'a.example:443',
    serverNames: ['a.example', 'b.example'],
    privateKey: 'yJ0eVoSWPKMX7QmnTTKJ9jrVzqSMjTRBXVbQPvkKSGM',
    shortIds: ['', '0123abcd', 'ffff'],
    settings: { publicKey: 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE', fingerprint: 'chrome' },
  },
}
const key = randomBytes(16).toString('base64')
const kinds: object[] = [
  { protocol: 'vless', streamSettings: { network: 'tcp', ...reality } },
  { protocol: 'vless', streamSettings: { network: 'ws', wsSettings: { path: '/w' }, ...tls } },
  { protocol: 'vmess', streamSettings: { network: 'grpc', grpcSettings: { serviceName: 'g' } } },
  {
    protocol: 'vmess',
    streamSettings: {
      network: 'tcp',
      externalProxy: [{ forceTls: 'same', dest: 'cdn.example', port: 443, remark: 'x' }],
    },
  },
  { protocol: 'trojan', streamSettings: { network: 'tcp', ...tls } },
  { protocol: 'shadowsocks', settings: { method: 'aes-256-gcm', password: 'p', network: 'tcp' } },
  { protocol: 'shadowsocks', settings: { method: '2022-blake3-aes-128-gcm', password: key, network: 'tcp' } },
]

interface Person {
  email: string
  subId: string
  id: string
  password: string
  auth: string
}

const word = () => randomBytes(8).toString('hex')
const born = (): Person => ({
  email: `mail-${word()}`,
  subId: `sub-${word()}`,
  id: randomUUID(),
  password: randomBytes(16).toString('base64'), // fits the 2022 cipher too
  auth: `auth-${word()}`,
})

/** The reply with every text that was encoded once or twice decoded. */
function unwrapped({ headers, body }: Fetched): string {
  let all = JSON.stringify(headers) + body
  for (let depth = 0; depth < 2; depth++) {
    const packed = all.match(/[A-Za-z0-9+/_-]{16,}={0,2}/g) ?? []
    all += packed.map((part) => Buffer.from(part, 'base64').toString()).join('\n')
  }
  return all + unescaped(all)
}

const unescaped = (text: string): string =>
  text.replace(/(%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())

async function shuffle(random: Random, crowd: readonly Person[], ids: readonly number[]) {
  for (const { email } of crowd) {
    const next = random.some(ids, ids.length)
    await me.post(`${clients}/${email}/detach`, { inboundIds: ids })
    if (next.length > 0) await me.post(`${clients}/${email}/attach`, { inboundIds: next })
    if (random.chance(0.2))
      await me.post(`${clients}/update/${email}`, { email, comment: word(), totalGB: random.below(9) * 1000 })
  }
  const id = random.pick(ids)
  await me.post(`${inbounds}/setEnable/${id}`, { enable: random.chance(0.7) })
}

it('a subscription never contains another client’s data', { timeout: rounds * 60_000 }, async () => {
  const random = createRandom(seed)
  const ids: number[] = []
  for (const kind of kinds) ids.push((await addInbound(me, kind)).id)
  const crowd = Array.from({ length: people }, born)
  for (const person of crowd) await addClient(me, person, [random.pick(ids)])
  let listed = 0
  for (let round = 0; round < rounds; round++) {
    await shuffle(random, crowd, ids)
    for (const person of crowd) {
      const others = crowd.filter((other) => other !== person).flatMap((other) => Object.values(other))
      for (const path of ['/sub/', '/json/', '/clash/', '/singbox/', '/sub/html/']) {
        const html = path === '/sub/html/'
        const reply = await get(html ? `/sub/${person.subId}?html=1` : `${path}${person.subId}`)
        if (reply.status === 404) continue
        expect([seed, reply.status]).toEqual([seed, 200])
        const text = unwrapped(reply)
        const leaked = others.filter((secret) => text.includes(secret))
        expect({ seed, path, leaked }).toEqual({ seed, path, leaked: [] })
        if ([person.id, person.password].some((own) => text.includes(own))) listed++
      }
    }
  }
  expect(listed).toBeGreaterThan(rounds * people) // proves that the search works
})
