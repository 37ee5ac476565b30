import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { LoginSession } from '#contract/session-api.ts'
import { admin, type Visitor } from '#test/panel.ts'
import { patient } from '#test/patient.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'

const sessions = '/panel/setting/sessions'
let t: ServedPanel
beforeAll(async () => {
  t = await servedPanel()
  await t.panel.db.write(async (tx) => {
    const { password } = await tx.selectFrom('users').select('password').executeTakeFirstOrThrow()
    await tx.insertInto('users').values({ username: 'second', password }).execute()
  })
})
afterAll(() => t.stop())

const listOf = async (me: Visitor) => (await me.get<LoginSession[]>(sessions)).obj
const idOf = async (me: Visitor) => (await listOf(me)).find(({ current }) => current)?.id ?? ''
const isIn = async (me: Visitor) =>
  (await me.call('GET', sessions, { headers: { 'x-requested-with': 'XMLHttpRequest' } })).statusCode === 200

/** An open page: resolves with how long its socket outlived `act`. */
async function socketOf(me: Visitor) {
  const socket = new WebSocket(`ws://127.0.0.1:${t.port}/ws`, { headers: { cookie: me.cookie } })
  const closed = once(socket, 'close').then(() => Date.now())
  await once(socket, 'open')
  return { socket, closed }
}

describe("a user's sessions", () => {
  it('are listed with address, browser, start and last use, the current one marked', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await t.inject({
      method: 'POST',
      url: '/login',
      payload: admin,
      headers: { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.9' },
    })
    const me = await t.login()
    const { socket } = await socketOf(me)
    const [own, ...others] = await listOf(me)
    expect(own).toMatchObject({ current: true, connected: true, address: '127.0.0.1' })
    expect(Math.abs((own?.lastSeenAt ?? 0) - Date.now())).toBeLessThan(60_000)
    const other = others.find((session) => session.userAgent === userAgent)
    expect(other).toMatchObject({ current: false, connected: false, address: '203.0.113.9', lastSeenAt: 0 })
    const minutes = ((other?.expiresAt ?? 0) - (other?.createdAt ?? 0)) / 60_000
    expect(Math.round(minutes)).toBe(360)
    // It contains nothing that would log somebody in.
    expect(JSON.stringify([own, others])).not.toContain(me.cookie.split('=')[1])
    socket.terminate()
  })

  it('end one by one: the next request is refused, the socket closes within 2 s, nobody else is affected', async () => {
    const [me, other, third] = [await t.login(), await t.login(), await t.login()]
    const [open, bystander] = [await socketOf(other), await socketOf(third)]
    const id = await idOf(other)
    const began = Date.now()
    expect(await me.post(`${sessions}/end/${id}`)).toMatchObject({ success: true, obj: null })
    expect((await open.closed) - began).toBeLessThan(patient(2_000))
    expect([await isIn(other), await isIn(third), await isIn(me)]).toEqual([false, true, true])
    expect(bystander.socket.readyState).toBe(WebSocket.OPEN)
    bystander.socket.terminate()
    expect(await me.post(`${sessions}/end/${id}`)).toMatchObject({ success: false, field: 'id' })
    const trail = await me.get<{ items: object[] }>('/panel/api/audit?pageSize=1')
    expect(trail.obj.items).toMatchObject([{ action: 'session.end', object: admin.username }])
  })

  it('end all but this one, and return how many', async () => {
    const me = await t.login()
    const others = [await t.login(), await t.login()]
    const open = await socketOf(others[0]!)
    const { length } = await listOf(me)
    expect((await me.post(`${sessions}/endOthers`)).obj).toEqual({ ended: length - 1 })
    await open.closed
    expect(await Promise.all(others.map(isIn))).toEqual([false, false])
    expect((await listOf(me)).map(({ current }) => current)).toEqual([true])
    expect((await me.post(`${sessions}/endOthers`)).obj).toEqual({ ended: 0 })
  })

  it('are private: another user neither sees nor ends them, and a bearer token has none', async () => {
    const me = await t.login()
    const second = await t.login({ ...admin, username: 'second' })
    const mine = await idOf(me)
    expect((await listOf(second)).map(({ id }) => id)).not.toContain(mine)
    expect(await second.post(`${sessions}/end/${mine}`)).toMatchObject({ success: false })
    expect((await second.post(`${sessions}/endOthers`)).obj).toEqual({ ended: 0 })
    expect(await isIn(me)).toBe(true)
    expect(await me.post(`${sessions}/end/${mine}`)).toMatchObject({ success: false, field: 'id' })

    const made = await me.post<{ token: string }>('/panel/setting/apiTokens/create', { name: 'script' })
    const headers = { authorization: `Bearer ${made.obj.token}`, 'x-requested-with': 'XMLHttpRequest' }
    for (const [method, url] of [
      ['GET', sessions],
      ['POST', `${sessions}/endOthers`],
    ] as const)
      expect((await t.inject({ method, url, headers })).statusCode).toBe(401)
    for (const url of ['/panel/api/setting/sessions', '/panel/api/setting/sessions/endOthers'])
      expect((await t.inject({ method: 'POST', url, headers })).statusCode).toBe(404)
  })

  it('need the CSRF token of the session that ends them', async () => {
    const me = await t.login()
    const headers = { 'x-csrf-token': 'no' }
    expect((await me.call('POST', `${sessions}/endOthers`, { headers })).statusCode).toBe(403)
  })
})
