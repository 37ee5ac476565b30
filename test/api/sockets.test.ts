import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { resetAdmin } from '#server/auth/users.ts'
import { silentLog } from '#server/platform/log.ts'
import { openDb } from '#server/store/open.ts'
import { commitOn } from '#test/commit.ts'
import { admin, type Visitor } from '#test/panel.ts'
import { patient } from '#test/patient.ts'
import { rawCall, type ServedPanel, servedPanel } from '#test/served.ts'

let t: ServedPanel
beforeAll(async () => {
  t = await servedPanel()
})
afterAll(() => t.stop())
beforeEach(() => t.advance(20 * 60_000))

type Headers = Record<string, string>
const url = (path = '/ws') => `ws://127.0.0.1:${t.port}${path}`

/** Status of a refused handshake, or 101. */
async function knock(headers: Headers, path?: string): Promise<number> {
  const socket = new WebSocket(url(path), { headers })
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.once('unexpected-response', (_request, response) => {
      socket.terminate()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', reject)
  })
}

interface Frame {
  type: string
  payload: Record<string, unknown>
  time: number
}

async function listen(me: Visitor) {
  const socket = new WebSocket(url(), { headers: { cookie: me.cookie } })
  const frames: Frame[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  const closed = once(socket, 'close').then(([code]) => ({ code: Number(code), at: Date.now() }))
  await once(socket, 'open')
  return { socket, frames, closed }
}

/** How long after `act` the socket closed, and with which code. */
async function closesAfter(me: Visitor, act: () => Promise<unknown>): Promise<{ code: number; ms: number }> {
  const { closed } = await listen(me)
  const began = Date.now()
  await act()
  const { code, at } = await closed
  return { code, ms: at - began }
}

/** Connections that the panel holds open, as the kernel sees them: established, or closed by the other side only. */
function connectionsTo(port: number): string[] {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  return rows.filter((row) => {
    const [, own = '', , state = ''] = row.trim().split(/ +/)
    return own.endsWith(local) && ['01', '08'].includes(state)
  })
}

describe('the WebSocket', () => {
  it('opens for a session of the same origin and for nobody else', async () => {
    const me = await t.login()
    const { cookie } = me
    const token = (
      await me.post<{ token: string }>('/panel/setting/apiTokens/create', { name: `ws ${Date.now()}` })
    ).obj.token
    const host = `127.0.0.1:${t.port}`
    expect(await knock({})).toBe(401)
    expect(await knock({ authorization: `Bearer ${token}` })).toBe(401)
    expect(await knock({ cookie: `3x-ui=${'a'.repeat(43)}` })).toBe(401)
    expect(await knock({ cookie, origin: 'https://evil.example' })).toBe(403)
    expect(await knock({ cookie, origin: `http://127.0.0.1:1` })).toBe(403)
    expect(await knock({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await knock({ cookie })).toBe(101)
    expect(await knock({ cookie, origin: `http://${host}` })).toBe(101)
    expect(
      await knock({ cookie, origin: 'https://front.example', 'x-forwarded-host': 'front.example' }),
    ).toBe(101)
    expect(await knock({ cookie }, '/ws/')).toBe(101)
    expect(await knock({ cookie }, '/nope')).toBe(404)
    expect((await me.get('/panel/setting/all')).success).toBe(true)
  })

  it('sends frames of type, payload and time, and is notified of a change', async () => {
    const me = await t.login()
    const { socket, frames } = await listen(me)
    await me.post('/panel/setting/update', { pageSize: 31 })
    const news = () => frames.filter((f) => f.type === 'invalidate').map(({ payload }) => payload)
    await expect.poll(news).toContainEqual(expect.objectContaining({ type: 'settings' }))
    for (const frame of frames) expect(Object.keys(frame)).toEqual(['type', 'payload', 'time'])
    expect(frames.every((f) => Number.isInteger(f.time))).toBe(true)
    socket.terminate()
  })

  it('sends the nodes after each look at one of them', async () => {
    const me = await t.login()
    const { socket, frames } = await listen(me)
    const body = { name: 'far', address: 'far.example.com', port: 443, apiToken: 't' }
    const { obj } = await me.post<{ id: number }>('/panel/api/nodes/add', body)
    await expect
      .poll(() => frames.find((f) => f.type === 'nodes')?.payload)
      .toMatchObject([{ id: obj.id, name: 'far', status: 'offline', hasApiToken: true }])
    expect(JSON.stringify(frames)).not.toContain('apiToken"')
    await me.post(`/panel/api/nodes/del/${obj.id}`)
    socket.terminate()
  })

  it('closes within 2 s when its session logs out, and only its own', async () => {
    const [me, other] = [await t.login(), await t.login()]
    const bystander = await listen(other)
    const { code, ms } = await closesAfter(me, () => me.post('/logout'))
    expect([code, ms < patient(2_000)]).toEqual([1008, true])
    expect(bystander.socket.readyState).toBe(WebSocket.OPEN)
    bystander.socket.terminate()
  })

  it('closes within 2 s when the password changes', async () => {
    const [me, other] = [await t.login(), await t.login()]
    const credentials = {
      oldUsername: admin.username,
      oldPassword: admin.password,
      newUsername: admin.username,
      newPassword: admin.password,
    }
    const bystander = await listen(other)
    const { code, ms } = await closesAfter(me, () => me.post('/panel/setting/updateUser', credentials))
    expect([code, ms < patient(2_000)]).toEqual([1008, true])
    expect((await bystander.closed).code).toBe(1008)
  })

  it('closes within 2 s when the command line changes the credentials', async () => {
    const me = await t.login()
    const { ms } = await closesAfter(me, async () => {
      const beside = await openDb(t.config.database, silentLog, Date.now)
      await resetAdmin(commitOn(beside), { password: admin.password })
      await beside.close()
    })
    expect(ms).toBeLessThan(patient(2_500)) // 2 s plus the second connection's own time
    expect((await me.call('GET', '/panel/api/setting/all')).statusCode).toBe(404)
  })

  it('closes within 2 s when the session expires', async () => {
    const me = await t.login()
    const { code, ms } = await closesAfter(me, async () => t.advance(361 * 60_000))
    expect([code, ms < patient(2_000)]).toEqual([1008, true])
  })

  it('disconnects a caller that sends too much', async () => {
    const me = await t.login()
    const { socket, closed } = await listen(me)
    socket.send('x'.repeat(513))
    // 1006 if the session was still being looked up: then there is no socket yet to send a reason.
    expect([1009, 1006]).toContain((await closed).code)
  })

  it('survives 300 attempts without a session, affecting no request and keeping no connection', async () => {
    const me = await t.login()
    const knocks = Array.from({ length: 300 }, () => knock({}))
    const began = Date.now()
    expect((await me.get('/panel/setting/all')).success).toBe(true)
    expect(Date.now() - began).toBeLessThan(patient(2_000))
    expect(new Set(await Promise.all(knocks))).toEqual(new Set([401]))
    const odd = 'HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
    for (const path of ['/%zz', '/nope', '/ws', '/login'])
      expect((await rawCall(t.port, `GET ${path} ${odd}`)).text).toMatch(/^HTTP\/1.1 4/)
    await expect.poll(() => connectionsTo(t.port)).toEqual([])
  })
})
