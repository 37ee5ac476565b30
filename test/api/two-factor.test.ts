import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ask from 'light-my-request'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPanel } from '#server/app/panel.ts'
import { silentLog } from '#server/platform/log.ts'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const secret = 'JBSWY3DPEHPK3PXP'
const other = 'KRSXG5CTMVRXEZLU'

let t: TestPanel
let offset = 0
beforeAll(async () => {
  t = await testPanel()
})
afterAll(() => t.stop())

/** Moves past every block and to a fresh time step. */
function later(ms = 20 * 60_000) {
  offset += ms
  t.advance(ms)
}
beforeEach(() => later())

const code = (of = secret, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: Date.now() + offset + steps * 30_000 })
const update = (me: Visitor, body: object) => me.post('/panel/setting/update', body)
const enters = async (twoFactorCode?: string) => {
  const payload = { ...admin, ...(twoFactorCode !== undefined && { twoFactorCode }) }
  return (await t.inject({ method: 'POST', url: '/login', payload })).json<{ success: boolean }>().success
}
const enabled = async () =>
  (await t.inject({ method: 'POST', url: '/getTwoFactorEnable' })).json<{ obj: boolean }>().obj
const epoch = async () =>
  (await t.panel.db.read.selectFrom('users').select('login_epoch').executeTakeFirstOrThrow()).login_epoch
const stillIn = async (me: Visitor) => (await me.call('GET', '/panel/api/setting/all')).statusCode === 200

async function switchedOn(): Promise<void> {
  await t.panel.settings.set(
    { twoFactorEnable: true, twoFactorToken: secret },
    { kind: 'cli', name: 'test', address: '' },
  )
}
async function switchedOff(): Promise<void> {
  await t.panel.settings.set(
    { twoFactorEnable: false, twoFactorToken: '' },
    { kind: 'cli', name: 'test', address: '' },
  )
}

describe('enabling two-factor login', () => {
  beforeEach(switchedOff)

  it('requires a code of the new secret, ends every session and raises the epoch', async () => {
    const me = await t.login()
    const elsewhere = await t.login()
    const before = await epoch()
    for (const bad of [undefined, '', '000000', code(other)]) {
      const answer = await update(me, { twoFactorEnable: true, twoFactorToken: secret, twoFactorCode: bad })
      expect(answer).toMatchObject({
        success: false,
        msg: expect.stringContaining('twoFactorCode'),
        obj: null,
      })
    }
    expect(await enabled()).toBe(false)
    const blank = await update(me, { twoFactorEnable: true, twoFactorToken: '', twoFactorCode: code() })
    expect(blank.msg).toContain('twoFactorToken')
    const low = { twoFactorEnable: true, twoFactorToken: secret.toLowerCase(), twoFactorCode: code() }
    expect((await update(me, low)).success).toBe(true)
    expect([await enabled(), await epoch()]).toEqual([true, before + 1])
    expect([await stillIn(me), await stillIn(elsewhere)]).toEqual([false, false])
  })

  it('keeps the session that gives the password, and no other', async () => {
    const me = await t.login()
    const elsewhere = await t.login()
    const on = { twoFactorEnable: true, twoFactorToken: secret, twoFactorCode: code() }
    expect(await update(me, { ...on, password: 'not this one' })).toMatchObject({
      success: false,
      field: 'password',
    })
    expect([await enabled(), await stillIn(elsewhere)]).toEqual([false, true])
    expect((await update(me, { ...on, password: admin.password })).success).toBe(true)
    expect([await enabled(), await stillIn(me), await stillIn(elsewhere)]).toEqual([true, true, false])
  })

  it('refuses a secret that is not base32', async () => {
    const me = await t.login()
    const answer = await update(me, {
      twoFactorEnable: true,
      twoFactorToken: 'not base32!',
      twoFactorCode: '123456',
    })
    expect(answer).toMatchObject({ success: false, field: 'twoFactorToken' })
    expect(await enabled()).toBe(false)
  })
})

describe('logging in with a code', () => {
  beforeEach(switchedOn)

  it('requires one, accepts a number too, and no code twice', async () => {
    expect(await enters()).toBe(false)
    expect(await enters('')).toBe(false)
    expect(await enters(code(other))).toBe(false)
    const once = code()
    expect(await enters(once)).toBe(true)
    expect(await enters(once)).toBe(false)
    later()
    const asNumber = { ...admin, twoFactorCode: Number(code()) }
    expect((await t.inject({ method: 'POST', url: '/login', payload: asNumber })).json()).toMatchObject({
      success: true,
    })
  })

  it('accepts a code once when it is sent many times at once', async () => {
    const once = code()
    const answers = await Promise.all(Array.from({ length: 4 }, () => enters(once)))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('accepts one step either side, and none older than the last one used', async () => {
    /** At the beginning of the next step, so that no step ends during the login. */
    const entersWith = (steps: number) => {
      later(30_000 - ((Date.now() + offset) % 30_000))
      return enters(code(secret, steps))
    }
    expect(await entersWith(-2)).toBe(false)
    expect(await entersWith(-1)).toBe(true)
    expect(await entersWith(1)).toBe(true)
    expect(await entersWith(-1)).toBe(false)
    expect(await entersWith(2)).toBe(false)
  })

  it('fails closed if the stored secret is blank or broken', async () => {
    const ofNothing = new TOTP({ secret: new Secret({ buffer: new ArrayBuffer(0) }) }).generate({
      timestamp: Date.now() + offset,
    })
    for (const value of ['', 'no base32 at all', '========']) {
      later()
      await t.panel.db.write((tx) =>
        tx.updateTable('settings').set({ value }).where('key', '=', 'twoFactorToken').execute(),
      )
      for (const guess of [undefined, '', ofNothing, code()])
        expect(await enters(guess), `${value}: ${guess}`).toBe(false)
    }
  })

  it('stays on if the stored switch cannot be read', async () => {
    await t.panel.db.write((tx) =>
      tx.updateTable('settings').set({ value: 'maybe' }).where('key', '=', 'twoFactorEnable').execute(),
    )
    expect([await enabled(), await enters(), await enters(code())]).toEqual([true, false, true])
  })
})

describe('a code is used up by any use', () => {
  it('cannot enable, log in and disable', async () => {
    await switchedOff()
    const me = await t.login()
    const once = code()
    const on = { twoFactorEnable: true, twoFactorToken: secret, twoFactorCode: once }
    expect((await update(me, on)).success).toBe(true)
    expect(await enters(once)).toBe(false) // enabling used it up
    const next = code(secret, 1)
    const again = await t.login({ ...admin, twoFactorCode: next })
    for (const spent of [once, next]) {
      const off = await update(again, { twoFactorEnable: false, twoFactorCode: spent })
      expect(off).toMatchObject({ success: false, field: 'twoFactorCode' })
    }
    expect(await enabled()).toBe(true)
    later()
    const last = code()
    expect((await update(again, { twoFactorEnable: false, twoFactorCode: last })).success).toBe(true)
    // Nor does it enable the same secret again in another spelling.
    const back = await t.login()
    const spelt = secret.toLowerCase()
    const twice = await update(back, { twoFactorEnable: true, twoFactorToken: spelt, twoFactorCode: last })
    expect(twice).toMatchObject({ success: false, field: 'twoFactorCode' })
    const another = { twoFactorEnable: true, twoFactorToken: other, twoFactorCode: code(other) }
    expect((await update(back, another)).success).toBe(true) // another secret has its own codes
  })

  it('stays used up after a restart of the panel', async () => {
    await switchedOn()
    const once = code()
    expect(await enters(once)).toBe(true)
    const dataFolder = mkdtempSync(join(tmpdir(), 'sluice-again-')) // the first one's is locked
    await t.panel.db.write((tx) => tx.deleteFrom('instances').execute()) // as if the first one had stopped
    const deps = { log: silentLog, now: () => Date.now() + offset, print: () => {} }
    const restarted = await createPanel({ ...t.config, dataFolder }, deps)
    try {
      const payload = { ...admin, twoFactorCode: once }
      const again = await ask(restarted.listeners().http.handlers.request, {
        method: 'POST',
        url: '/login',
        payload,
      })
      expect(again.json()).toMatchObject({ success: false })
    } finally {
      await restarted.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    }
  })
})

describe('a right password with wrong codes', () => {
  beforeEach(switchedOn)
  const from = async (address: string, twoFactorCode: string) =>
    (
      await t.inject({
        method: 'POST',
        url: '/login',
        payload: { ...admin, twoFactorCode },
        remoteAddress: address,
      })
    ).json<{ success: boolean }>().success

  it("backs off for the account from any network, but not for its owner's address", async () => {
    const home = '198.51.100.7'
    expect(await from(home, code())).toBe(true)
    later()
    for (let i = 0; i < 5; i++) expect(await from(`2001:db8:${i + 1}::1`, code(other))).toBe(false)
    expect(await from('2001:db8:77::1', code())).toBe(false) // right, and too early
    expect(await from(home, code())).toBe(true)
    later(31_000)
    expect(await from('2001:db8:78::1', code())).toBe(true) // nobody is locked out for good
  })

  it('does not extend the wait for attempts during the wait', async () => {
    for (let i = 0; i < 5; i++) await from(`2001:db8:1${i}::1`, code(other))
    for (let i = 0; i < 20; i++) await from(`2001:db8:2${i}::1`, code(other))
    later(31_000)
    expect(await from('2001:db8:99::1', code())).toBe(true)
  })
})

describe('disabling and replacing', () => {
  let me: Visitor
  beforeEach(async () => {
    await switchedOn()
    me = await t.login({ ...admin, twoFactorCode: code() })
  })

  it('requires a code of the current secret', async () => {
    const changes = [
      { twoFactorEnable: false },
      { twoFactorEnable: true, twoFactorToken: other },
      { twoFactorToken: other },
    ]
    for (const change of changes) {
      for (const bad of [undefined, code(other)]) {
        expect(await update(me, { ...change, twoFactorCode: bad })).toMatchObject({
          success: false,
          field: 'twoFactorCode',
        })
        later(15 * 60_000 + 1)
      }
    }
    const cleared = await me.post('/panel/setting/secret', { key: 'twoFactorToken', value: '' })
    expect(cleared).toMatchObject({ success: false, field: 'twoFactorCode' })
    expect([await enabled(), await stillIn(me)]).toEqual([true, true])
    expect(
      (await update(me, { twoFactorEnable: true, twoFactorToken: other, twoFactorCode: code() })).success,
    ).toBe(true)
    expect(await stillIn(me)).toBe(false)
    later()
    const again = await t.login({ ...admin, twoFactorCode: code(other) })
    expect((await update(again, { twoFactorEnable: false, twoFactorCode: code(other, 1) })).success).toBe(
      true,
    )
    expect([await enabled(), await stillIn(again)]).toEqual([false, false])
    const view = await (await t.login()).get<{ hasTwoFactorToken: boolean }>('/panel/setting/all')
    expect(view.obj.hasTwoFactorToken).toBe(false)
  })

  it('lets a stolen session try five codes, not all of them', async () => {
    for (let i = 0; i < 5; i++) await update(me, { twoFactorEnable: false, twoFactorCode: code(other) })
    expect((await update(me, { twoFactorEnable: false, twoFactorCode: code() })).success).toBe(false)
    later(15 * 60_000 + 1)
    expect((await update(me, { twoFactorEnable: false, twoFactorCode: code() })).success).toBe(true)
  })

  it('is not affected by a change of the password', async () => {
    const renewed = {
      oldUsername: admin.username,
      oldPassword: admin.password,
      newUsername: admin.username,
      newPassword: admin.password,
    }
    expect((await me.post('/panel/setting/updateUser', renewed)).success).toBe(true)
    expect([await enabled(), await enters()]).toEqual([true, false])
    later()
    expect(await enters(code())).toBe(true)
  })
})
