import { expect, it, vi } from 'vitest'
import { createApi } from './client.ts'
import { endpoints } from './endpoints.ts'
import { createGate } from './gate.ts'

interface Seen {
  url: string
  method: string
  token: string | undefined
}

/** A panel with scripted responses; `/csrf-token` returns a new token each time. */
function fakePanel(answers: [status: number, body?: unknown][]) {
  const seen: Seen[] = []
  let tokens = 0
  const gate = createGate()
  const loadCoded = vi.fn(async () => {})
  const reply = (status: number, body?: unknown) =>
    new Response(body === undefined ? null : JSON.stringify(body), { status })
  const fetch = async (url: unknown, { method = 'GET', headers = {} }: RequestInit = {}) => {
    if (String(url).endsWith('csrf-token') && !String(url).includes('panel')) {
      tokens += 1
      return reply(200, { success: true, obj: `token ${tokens}` })
    }
    const { 'X-CSRF-Token': token, 'X-Requested-With': how } = headers as Record<string, string> // client.ts passes a plain object
    expect(how).toBe('XMLHttpRequest')
    seen.push({ url: String(url), method, token })
    const [status, body] = answers.shift() ?? [500]
    if (status === 0) throw new TypeError('the connection was closed')
    return reply(status, body)
  }
  return {
    seen,
    gate,
    loadCoded,
    api: createApi({ base: '/deep/er/', gate, fetch, loadCoded, pause: async () => {} }),
  }
}

const ok = (obj: unknown) => ({ success: true, msg: '', obj })
const login = { body: { username: 'a', password: 'b', twoFactorCode: '' } }

it('repeats a read whose connection was closed under it, once, and never a write', async () => {
  const { api, seen } = fakePanel([[0], [200, ok([])], [0], [0], [0]])
  expect(await api.call(endpoints.status.history, { params: { metric: 'cpu', bucket: 2 } })).toEqual([])
  expect(seen).toHaveLength(2)
  const read = api.call(endpoints.status.history, { params: { metric: 'cpu', bucket: 2 } })
  await expect(read).rejects.toMatchObject({ kind: 'unreachable' })
  expect(seen).toHaveLength(4)
  await expect(api.call(endpoints.session.login, login)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(seen).toHaveLength(5)
})

it('asks again for long work whose connection was lost or whose proxy gave up, and not for ever', async () => {
  const { api, seen } = fakePanel([[0], [504], [200, ok(null)]])
  const install = { params: { version: 'v1' }, body: { sha256: '' } }
  expect(await api.call(endpoints.core.install, install)).toBe(null)
  expect(seen).toHaveLength(3)
  const gone = fakePanel(Array.from({ length: 100 }, () => [0]))
  await expect(gone.api.call(endpoints.core.install, install)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(gone.seen).toHaveLength(6)
})

it('requests below the base path and fills in the parameters', async () => {
  const { api, seen } = fakePanel([[200, ok([{ t: 1, v: 2 }])]])
  expect(await api.call(endpoints.status.history, { params: { metric: 'cpu', bucket: 2 } })).toEqual([
    { t: 1, v: 2 },
  ])
  expect(seen).toEqual([{ url: '/deep/er/panel/api/server/history/cpu/2', method: 'GET', token: undefined }])
})

it('sends the token with every write, and fetches it once', async () => {
  const { api, seen } = fakePanel([
    [200, ok(null)],
    [200, ok(true)],
  ])
  await api.call(endpoints.session.login, login)
  await api.call(endpoints.session.getTwoFactorEnable)
  expect(seen.map(({ token }) => token)).toEqual(['token 1', 'token 1'])
})

it('retries once with a new token after a 403', async () => {
  const { api, seen } = fakePanel([[403], [200, ok(null)], [403], [403]])
  await api.call(endpoints.session.login, login)
  expect(seen.map(({ token }) => token)).toEqual(['token 1', 'token 2'])
  await expect(api.call(endpoints.session.login, login)).rejects.toMatchObject({ kind: 'failed' })
  expect(seen).toHaveLength(4)
})

it('waits at the gate after a 401, then repeats the call', async () => {
  const { api, seen, gate } = fakePanel([[401], [200, ok(null)]])
  const call = api.call(endpoints.status.status)
  await expect.poll(gate.isShut.get).toBe(true)
  expect(seen).toHaveLength(1)
  gate.open()
  expect(await call).toBeNull()
  expect(seen).toHaveLength(2)
})

it('hands on a refusal with its code and its field, once the texts of refusals are here', async () => {
  const refusal = {
    success: false,
    msg: 'Port 443 is taken',
    obj: null,
    code: 'port.taken',
    params: { port: 443 },
    field: 'port',
  }
  const { api, loadCoded } = fakePanel([
    [200, ok(null)],
    [200, refusal],
  ])
  await api.call(endpoints.session.login, login)
  expect(loadCoded).not.toHaveBeenCalled()
  await expect(api.call(endpoints.session.login, login)).rejects.toMatchObject({
    kind: 'refused',
    message: 'Port 443 is taken',
    code: 'port.taken',
    params: { port: 443 },
    field: 'port',
  })
  expect(loadCoded).toHaveBeenCalledOnce()
})

it('sends a form as it is, by the given fetch, and repeats it after a 403', async () => {
  const { api } = fakePanel([])
  const body = new FormData()
  const sent: RequestInit[] = []
  const via = async (_url: unknown, init: RequestInit = {}) => {
    sent.push(init)
    return new Response(JSON.stringify(ok('staged')), { status: sent.length === 1 ? 403 : 200 })
  }
  expect(await api.ask(endpoints.moveIn.upload, { body }, undefined, via)).toBe('staged')
  expect(sent.map((init) => init.body)).toEqual([body, body])
  expect(sent.map(({ headers }) => headers)).toEqual([
    { 'X-Requested-With': 'XMLHttpRequest', 'X-CSRF-Token': 'token 1' },
    { 'X-Requested-With': 'XMLHttpRequest', 'X-CSRF-Token': 'token 2' },
  ])
})
