import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

interface Entry {
  id: number
  at: number
  actorKind: string
  actor: string
  action: string
  objectKind: string
  object: string
  address: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
interface Page {
  items: Entry[]
  total: number
  page: number
  pageSize: number
}

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const trail = async (query = '') => (await me.get<Page>(`/panel/api/audit${query}`)).obj
const settings = '/panel/setting'

/** Runs one change and returns the audit rows it wrote. */
async function linesOf(change: () => Promise<unknown>): Promise<Entry[]> {
  const before = (await trail()).total
  await change()
  const after = await trail()
  return after.items.slice(0, after.total - before)
}

describe('the audit trail', () => {
  it('has exactly one row for each mutating route, with actor and address', async () => {
    const token = async (name: string) =>
      (await me.post<{ id: number }>(`${settings}/apiTokens/create`, { name })).obj.id
    const id = await token('kept')
    const changes: Record<
      string,
      { body?: object; action: string; object: string; before?: object; after?: object }
    > = {
      [`${settings}/update`]: {
        body: { pageSize: 26 },
        action: 'settings.update',
        object: '',
        before: { pageSize: 25 },
        after: { pageSize: 26 },
      },
      [`${settings}/secret`]: {
        body: { key: 'tgBotToken', value: '1:abc' },
        action: 'settings.update',
        object: '',
        before: { tgBotToken: '' },
        after: { tgBotToken: '***' },
      },
      [`${settings}/restartPanel`]: { action: 'panel.restart', object: '' },
      [`${settings}/apiTokens/create`]: { body: { name: 'new' }, action: 'token.create', object: 'new' },
      [`${settings}/apiTokens/setEnabled/${id}`]: {
        body: { enabled: false },
        action: 'token.disable',
        object: 'kept',
      },
      [`${settings}/apiTokens/delete/${id}`]: { action: 'token.delete', object: 'kept' },
      [`${settings}/sessions/endOthers`]: {
        action: 'session.end',
        object: admin.username,
        before: { addresses: ['127.0.0.1'] },
      },
    }
    await t.login() // a session to end
    for (const [url, { body, action, object, before, after }] of Object.entries(changes)) {
      const lines = await linesOf(() => me.post(url, body))
      expect(lines, url).toMatchObject([
        {
          actorKind: 'user',
          actor: admin.username,
          action,
          object,
          address: '127.0.0.1',
          before: before ?? null,
          after: after ?? null,
        },
      ])
      expect(Math.abs(lines[0]!.at - Date.now())).toBeLessThan(60_000)
    }
    // These write nothing, or are tested elsewhere.
    const others = [
      'updateUser',
      'validateRegex',
      'subPreview',
      'sessions/end/:id',
      'testSmtp',
      'testTgBot',
      'review',
      'recoveryCodes/renew',
    ]
    const elsewhere = others.map((path) => `${settings}/${path}`)
    const covered = [...Object.keys(changes), ...elsewhere].map((p) => p.replace(/\/\d+$/, '/:id'))
    const writing = t.panel
      .listeners()
      .http.table.filter(
        ({ method, path, endpoint }) =>
          method === 'POST' &&
          path.startsWith('/panel/setting/') &&
          [endpoint?.method].flat().join() === 'POST',
      )
    expect(writing.map((r) => r.path).sort()).toEqual(covered.sort()) // a new route has to be added above
  })

  it('names a token by its name', async () => {
    const made = (await me.post<{ token: string }>(`${settings}/apiTokens/create`, { name: 'script' })).obj
    const lines = await linesOf(() =>
      t.inject({
        method: 'POST',
        url: '/panel/api/setting/update',
        payload: { pageSize: 27 },
        headers: { authorization: `Bearer ${made.token}`, 'x-forwarded-for': '203.0.113.5' },
      }),
    )
    expect(lines).toMatchObject([{ actorKind: 'token', actor: 'script', address: '203.0.113.5' }])
  })

  it('has rows for login, logout and changed credentials, without the secrets', async () => {
    const credentials = {
      oldUsername: admin.username,
      oldPassword: admin.password,
      newUsername: 'chief',
      newPassword: 'hidden phrase',
    }
    const other = await t.login()
    expect(await linesOf(() => other.post('/logout'))).toMatchObject([
      { action: 'session.logout', object: admin.username },
    ])
    expect(await linesOf(() => t.login())).toMatchObject([{ action: 'session.login', actor: admin.username }])
    const before = (await trail()).total
    await me.post(`${settings}/updateUser`, credentials)
    me = await t.login({ username: 'chief', password: 'hidden phrase' })
    const { items, total } = await trail()
    expect(total).toBe(before + 2)
    expect(items[1]).toMatchObject({
      action: 'user.credentials',
      before: { username: admin.username },
      after: { username: 'chief' },
    })
    expect(JSON.stringify(await t.panel.db.read.selectFrom('audit').selectAll().execute())).not.toContain(
      'hidden phrase',
    )
  })

  it('has no row for a refused or empty change', async () => {
    const lines = await linesOf(async () => {
      await me.post(`${settings}/update`, { webPort: 0 })
      await me.post(`${settings}/update`, {})
      await me.post(`${settings}/secret`, { key: 'secret', value: 'x' })
      await me.post(`${settings}/updateUser`, {
        oldUsername: 'x',
        oldPassword: 'x',
        newUsername: 'x',
        newPassword: 'x',
      })
      await me.post(`${settings}/apiTokens/create`, { name: '' })
      await me.post(`${settings}/apiTokens/create`, { name: 'script' })
      await me.post(`${settings}/apiTokens/delete/4242`)
      await me.post(`${settings}/apiTokens/setEnabled/4242`, { enabled: true })
      await me.post(`${settings}/validateRegex`, { regex: '(' })
      await me.call('POST', `${settings}/update`, {
        payload: { pageSize: 99 },
        headers: { 'x-csrf-token': 'no' },
      })
    })
    expect(lines).toEqual([])
  })

  it('is paged, newest first, and filtered by object', async () => {
    const { total } = await trail()
    const first = await trail('?page=1&pageSize=3')
    const second = await trail('?page=2&pageSize=3')
    expect([first.page, first.pageSize, first.total, first.items.length]).toEqual([1, 3, total, 3])
    const ids = [...first.items, ...second.items].map((e) => e.id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(new Set(ids).size).toBe(6)
    expect((await trail('?page=999999')).items).toEqual([])
    const tokens = await trail('?objectKind=token&object=new')
    expect(tokens.items.map((e) => e.action)).toEqual(['token.create'])
  })

  it('is filtered by actor, action, time and text, and paged after filtering', async () => {
    const actions = async (query: string) => (await trail(query)).items.map((e) => e.action)
    expect(new Set(await actions('?verbs=create,delete&objectKind=token&pageSize=200'))).toEqual(
      new Set(['token.create', 'token.delete']),
    )
    const mine = await trail('?actor=script&pageSize=1')
    expect([mine.total, mine.items[0]?.actorKind]).toEqual([1, 'token'])
    expect((await trail('?actor=scrip')).total).toBe(0)

    await me.post(`${settings}/update`, { subTitle: '100% Ü_b' })
    const finding = (text: string) => trail(`?text=${encodeURIComponent(text)}`)
    for (const text of ['100%', '100% Ü_B', 'SUBTITLE":"100', 'Ü_b'])
      expect((await finding(text)).items.map((e) => e.action)).toEqual(['settings.update'])
    for (const text of ['100_', '%%', "'", '\\']) expect((await finding(text)).total, text).toBe(0)
    expect((await trail('?text=203.0.113.5')).total).toBe(1)

    const [newest] = (await trail('?pageSize=1')).items
    const at = newest?.at ?? 0
    expect((await trail(`?from=${at}&to=${at}`)).items[0]?.id).toBe(newest?.id)
    expect((await trail(`?from=${at + 60_000}`)).total).toBe(0)
    const [{ total }, before, after] = [
      await trail(),
      await trail(`?to=${at - 1}`),
      await trail(`?from=${at}`),
    ]
    expect(before.total + after.total).toBe(total)
    expect((await me.get('/panel/api/audit?verbs=a;b')).success).toBe(false)

    const actors = await me.get<{ kind: string; name: string }[]>('/panel/api/audit/actors')
    expect(actors.obj).toContainEqual({ kind: 'token', name: 'script' })
    expect(actors.obj).toContainEqual({ kind: 'user', name: 'chief' })
  })

  it('is exported whole or filtered, with formulas escaped', async () => {
    await me.post(`${settings}/apiTokens/create`, { name: '=cmd("x")' })
    const res = await me.call('GET', '/panel/api/audit/export?objectKind=token')
    expect(res.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(res.headers['content-disposition']).toBe('attachment; filename="sluice-audit.csv"')
    const [head, first, ...rest] = res.body.trimEnd().split('\r\n')
    expect(head).toBe('\uFEFFtime,actorKind,actor,action,objectKind,object,address,before,after')
    expect(first).toContain(`,user,chief,token.create,token,"'=cmd(""x"")",127.0.0.1,,`)
    expect(rest.length + 1).toBe((await trail('?objectKind=token')).total)
  })

  it('is exported in several batches', async () => {
    const many = Array.from({ length: 1_203 }, (_, i) => ({
      at: i,
      actor_kind: 'job',
      actor: 'bulk',
      action: 'test.many',
      object_kind: 'many',
      object: `n${i}`,
    }))
    await t.panel.db.write(async (tx) => {
      for (let i = 0; i < many.length; i += 100)
        await tx
          .insertInto('audit')
          .values(many.slice(i, i + 100))
          .execute()
    })
    const { body } = await me.call('GET', '/panel/api/audit/export?objectKind=many&text=n')
    const objects = body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[5])
    expect(objects).toEqual(many.map(({ object }) => object).reverse())
  })
})
