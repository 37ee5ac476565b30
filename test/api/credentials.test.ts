import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Envelope } from '#contract/wire.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
beforeAll(async () => {
  t = await testPanel()
})
afterAll(() => t.stop())
beforeEach(() => t.advance(20 * 60_000))

const stillIn = async (me: Visitor) => (await me.call('GET', '/panel/api/setting/all')).statusCode === 200
const change = (me: Visitor, body: object, path = '/panel/setting/updateUser') =>
  me.post(path, {
    oldUsername: admin.username,
    oldPassword: admin.password,
    newUsername: admin.username,
    newPassword: admin.password,
    ...body,
  })

describe('changing the credentials', () => {
  it("ends every session, including the caller's, and the new ones work", async () => {
    const [me, elsewhere] = [await t.login(), await t.login()]
    const answer = await change(me, { newUsername: 'chief', newPassword: 'another phrase' })
    expect(answer).toEqual({
      success: true,
      msg: 'You have successfully changed the credentials of the administrator.',
      obj: null,
    })
    expect([await stillIn(me), await stillIn(elsewhere)]).toEqual([false, false])
    await expect(t.login(admin)).rejects.toThrow('Invalid username')
    const back = await t.login({ username: 'chief', password: 'another phrase' })
    const restored = { oldUsername: 'chief', oldPassword: 'another phrase' }
    expect((await change(back, restored, '/panel/api/setting/updateUser')).success).toBe(true)
    expect(await stillIn(await t.login())).toBe(true)
  })

  it('refuses a wrong old pair, blank and oversized new ones, and changes nothing', async () => {
    const me = await t.login()
    const bad = [
      { oldPassword: 'no' },
      { oldUsername: 'Root' },
      { newUsername: '  ' },
      { newPassword: '' },
      { newPassword: 'x'.repeat(257) },
      { newUsername: 3 },
    ]
    for (const body of bad) {
      const answer = await change(me, body)
      expect([answer.success, answer.obj], JSON.stringify(body)).toEqual([false, null])
    }
    expect(await stillIn(me)).toBe(true)
  })

  it('refuses a short or very common new password, and says what to do', async () => {
    const me = await t.login()
    for (const newPassword of ['1234567', 'Xk9$mQ2', 'пароль1'])
      expect(await change(me, { newPassword })).toMatchObject({
        success: false,
        msg: 'The password is too short. Use at least 8 characters.',
        field: 'password',
      })
    for (const newPassword of ['password', '12345678', 'Admin123!', 'qwertyuiop'])
      expect(await change(me, { newPassword })).toMatchObject({
        success: false,
        msg: expect.stringContaining('Choose another one'),
        field: 'password',
      })
    expect(await stillIn(me)).toBe(true)
  })

  it('lets an older short password log in, and stay while the name changes', async () => {
    const hashed = await hashPassword('short')
    const was = await t.panel.db.read.selectFrom('users').select('password').executeTakeFirstOrThrow()
    await t.panel.db.write((tx) => tx.updateTable('users').set({ password: hashed }).execute())
    const me = await t.login({ ...admin, password: 'short' })
    const old = { oldPassword: 'short' }
    expect((await change(me, { ...old, newUsername: 'chief', newPassword: 'short' })).success).toBe(true)
    const chief = await t.login({ username: 'chief', password: 'short' })
    expect((await change(chief, { oldUsername: 'chief', ...old, newPassword: 'other' })).success).toBe(false)
    const { password } = was
    await t.panel.db.write((tx) =>
      tx.updateTable('users').set({ username: admin.username, password }).execute(),
    )
    expect(await stillIn(await t.login())).toBe(true)
  })

  it('counts a wrong old password in the login limit', async () => {
    const me = await t.login()
    for (let i = 0; i < 5; i++) await change(me, { oldPassword: `no ${i}` })
    expect((await change(me, {})).success).toBe(false)
    await expect(t.login()).rejects.toThrow('Invalid username')
    t.advance(15 * 60_000 + 1)
    expect((await change(me, {})).success).toBe(true)
  })

  it('lets one of many parallel changes win', async () => {
    const me = await t.login()
    const names = Array.from({ length: 6 }, (_, i) => `name${i}`)
    const answers = await Promise.all(
      names.map(async (newUsername) => {
        const body = { oldUsername: admin.username, oldPassword: admin.password, newUsername }
        const payload = { ...body, newPassword: admin.password }
        const reply = await me.call('POST', '/panel/setting/updateUser', { payload })
        // A caller whose session is looked up after the winner's commit is already logged out.
        return reply.statusCode === 307 ? 'turned away' : reply.json<Envelope>().success
      }),
    )
    const users = await t.panel.db.read.selectFrom('users').selectAll().execute()
    const winner = users[0]?.username ?? ''
    await change(await t.login({ ...admin, username: winner }), { oldUsername: winner })
    expect(users).toHaveLength(1)
    expect(answers.filter((answer) => answer === true)).toHaveLength(1)
    expect(winner).toBe(names[answers.indexOf(true)])
  })

  it('keeps only an argon2id hash', async () => {
    const [user] = await t.panel.db.read.selectFrom('users').selectAll().execute()
    expect(user?.password).toMatch(/^\$argon2id\$/)
  })
})

describe('API tokens', () => {
  interface Token {
    id: number
    name: string
    token: string
    enabled: boolean
    createdAt: number
    lastUsedAt: number
  }
  const create = (me: Visitor, name: unknown) => me.post<Token>('/panel/setting/apiTokens/create', { name })
  const list = async (me: Visitor) => (await me.get<Token[]>('/panel/setting/apiTokens')).obj

  it('are shown once, stored as a hash, and listed blank by id', async () => {
    const me = await t.login()
    const made = await create(me, '  first  ')
    expect(made.obj).toMatchObject({
      name: 'first',
      token: expect.stringMatching(/^[0-9A-Za-z]{48}$/),
      enabled: true,
      lastUsedAt: 0,
      expiresAt: 0,
      scope: 'admin',
    })
    await create(me, 'second')
    const listed = await list(me)
    expect(listed.map((x) => [x.name, x.token])).toEqual([
      ['first', ''],
      ['second', ''],
    ])
    const rows = JSON.stringify(await t.panel.db.read.selectFrom('api_tokens').selectAll().execute())
    expect(rows).not.toContain(made.obj.token)
    expect(JSON.stringify(await t.panel.db.read.selectFrom('audit').selectAll().execute())).not.toContain(
      made.obj.token,
    )
    expect((await me.get<{ hasApiToken: boolean }>('/panel/setting/all')).obj.hasApiToken).toBe(true)
  })

  it('record their last use', async () => {
    const me = await t.login()
    const { token, id } = (await create(me, 'used')).obj
    await t.inject({
      method: 'GET',
      url: '/panel/api/setting/all',
      headers: { authorization: `Bearer ${token}` },
    })
    await t.panel.db.write(async () => {}) // the note is written after the reply
    const used = (await list(me)).find((x) => x.id === id)
    expect(used?.lastUsedAt).toBeGreaterThan(0)
  })

  it('need a unique name', async () => {
    const me = await t.login()
    await create(me, 'twin')
    const said = async (name: unknown) => (await create(me, name)).msg
    expect(await said('   ')).toBe('token name is required')
    expect(await said('ü'.repeat(33))).toBe('token name must be 64 characters or fewer')
    expect(await said('twin')).toBe('a token with that name already exists')
    expect(await said(['a'])).toContain('name: This must be a text')
    expect(await said(undefined)).toContain('name: This must be a text')
    const raced = await Promise.all(Array.from({ length: 5 }, () => create(me, 'raced')))
    expect(raced.filter((r) => r.success)).toHaveLength(1)
  })

  it('refuse invalid ids', async () => {
    const me = await t.login()
    for (const id of ['0', '-1', '1e3', '0x1', '1.5', 'x', '99999999999', '%20']) {
      expect((await me.post(`/panel/setting/apiTokens/delete/${id}`)).msg, id).toBe('invalid token id')
    }
    expect((await me.post('/panel/setting/apiTokens/delete/4242')).success).toBe(true)
    expect((await me.post('/panel/setting/apiTokens/setEnabled/4242', { enabled: true })).msg).toBe(
      'token not found',
    )
    expect((await me.post('/panel/setting/apiTokens/setEnabled/1', { enabled: 'maybe' })).msg).toContain(
      'enabled: This must be true or false',
    )
  })
})
