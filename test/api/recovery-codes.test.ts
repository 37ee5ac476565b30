import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settingCommand } from '#server/cli/setting.ts'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const secret = 'JBSWY3DPEHPK3PXP'
const other = 'KRSXG5CTMVRXEZLU'

let t: TestPanel
let offset = 0
let codes: string[] = []
beforeAll(async () => {
  t = await testPanel()
})
afterAll(() => t.stop())

function later(ms = 20 * 60_000) {
  offset += ms
  t.advance(ms)
}
const code = (of = secret) =>
  new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: Date.now() + offset })
const enters = async (twoFactorCode: string, remoteAddress = '127.0.0.1') =>
  (
    await t.inject({
      method: 'POST',
      url: '/login',
      payload: { ...admin, twoFactorCode },
      remoteAddress,
    })
  ).json<{ success: boolean }>().success
const rows = () => t.panel.db.read.selectFrom('recovery_codes').selectAll().execute()
const left = async (me: Visitor) => (await me.get<{ left: number }>('/panel/setting/recoveryCodes')).obj.left
const renew = (me: Visitor, body: object) =>
  me.post<{ recoveryCodes: string[] } | null>('/panel/setting/recoveryCodes/renew', body)
const reset = () => settingCommand(t.config, ['-resetTwoFactor'], () => {})

beforeEach(async () => {
  later()
  await reset()
  const me = await t.login()
  const on = { twoFactorEnable: true, twoFactorToken: secret, twoFactorCode: code() }
  const saved = await me.post<{ recoveryCodes: string[] }>('/panel/setting/update', on)
  codes = saved.obj.recoveryCodes
  later()
})

describe('recovery codes', () => {
  it('are ten, made with the secret, and stored as hashes', async () => {
    expect(new Set(codes).size).toBe(10)
    for (const one of codes) expect(one).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
    const stored = JSON.stringify(await rows())
    for (const one of codes) expect(stored).not.toContain(one.replaceAll('-', ''))
    const me = await t.login({ ...admin, twoFactorCode: code() })
    expect(await left(me)).toBe(10)
    const trail = JSON.stringify(await t.panel.db.read.selectFrom('audit').selectAll().execute())
    for (const one of codes) expect(trail).not.toContain(one)
  })

  it('log in once each, in any spelling, and the trail says so', async () => {
    const [first = '', second = ''] = codes
    expect(await enters(first)).toBe(true)
    expect(await enters(first)).toBe(false)
    expect(await enters(` ${second.toLowerCase().replaceAll('-', ' ')} `)).toBe(true)
    const { after } = await t.panel.db.read
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'session.login')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(after ?? '')).toEqual({ twoFactor: true, recoveryCode: true })
    expect(await left(await t.login({ ...admin, twoFactorCode: code() }))).toBe(8)
  })

  it('work once when one is sent many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => enters(codes[0] ?? '')))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('back off like codes of the app', async () => {
    for (let i = 0; i < 5; i++)
      expect(await enters('AAAA-BBBB-CCCC-DDDD', `2001:db8:${i + 1}::1`)).toBe(false)
    expect(await enters(codes[0] ?? '', '2001:db8:77::1')).toBe(false) // right, and too early
    later(31_000)
    expect(await enters(codes[0] ?? '', '2001:db8:78::1')).toBe(true)
  })

  it('are replaced after password and code, and the old ones stop working', async () => {
    const me = await t.login({ ...admin, twoFactorCode: code() })
    later()
    expect(await renew(me, { password: 'not this one', twoFactorCode: code() })).toMatchObject({
      success: false,
      field: 'password',
    })
    expect(await renew(me, { password: admin.password, twoFactorCode: code(other) })).toMatchObject({
      success: false,
      field: 'twoFactorCode',
    })
    expect(await rows()).toHaveLength(10)
    const made = await renew(me, { password: admin.password, twoFactorCode: code() })
    expect(made.obj?.recoveryCodes).toHaveLength(10)
    expect(await enters(codes[0] ?? '')).toBe(false)
    expect(await enters(made.obj?.recoveryCodes[0] ?? '')).toBe(true)
    // Without the app, a recovery code proves it too.
    const again = { password: admin.password, twoFactorCode: made.obj?.recoveryCodes[1] }
    expect((await renew(me, again)).obj?.recoveryCodes).toHaveLength(10)
    const entry = await t.panel.db.read
      .selectFrom('audit')
      .select('actor')
      .where('action', '=', 'user.recoveryCodes')
      .execute()
    expect(entry).toHaveLength(2)
  })

  it('turn two-factor login off for somebody without the app, and are gone then', async () => {
    const me = await t.login({ ...admin, twoFactorCode: codes[0] ?? '' })
    const off = { twoFactorEnable: false, twoFactorCode: codes[0] }
    expect((await me.post('/panel/setting/update', off)).success).toBe(false) // used up
    later()
    const saved = await me.post('/panel/setting/update', { ...off, twoFactorCode: codes[1] })
    expect(saved).toMatchObject({ success: true, obj: null })
    expect(await rows()).toEqual([])
    const back = await t.login()
    const refused = await renew(back, { password: admin.password, twoFactorCode: codes[2] })
    expect(refused).toMatchObject({ success: false, code: 'two-factor.off' })
  })

  it('go with the secret: another one gets new codes, and the command line deletes them', async () => {
    const me = await t.login({ ...admin, twoFactorCode: code() })
    later()
    const swap = { twoFactorToken: other, twoFactorCode: code() }
    const saved = await me.post<{ recoveryCodes: string[] }>('/panel/setting/update', swap)
    expect(saved.obj.recoveryCodes).toHaveLength(10)
    expect(await enters(codes[0] ?? '')).toBe(false)
    expect(await enters(saved.obj.recoveryCodes[0] ?? '')).toBe(true)
    // A secret that was replaced from outside has no codes.
    await t.panel.db.write((tx) =>
      tx.updateTable('settings').set({ value: secret }).where('key', '=', 'twoFactorToken').execute(),
    )
    expect(await enters(saved.obj.recoveryCodes[1] ?? '')).toBe(false)
    await reset()
    expect(await rows()).toEqual([])
  })
})
