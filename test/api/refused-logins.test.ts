import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

type Entry = AuditEntry & { after: Record<string, unknown> | null }

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const trail = async () => (await me.get<{ items: Entry[]; total: number }>('/panel/api/audit')).obj

/** The audit rows that an action wrote. */
async function linesOf(change: () => Promise<unknown>): Promise<Entry[]> {
  const before = (await trail()).total
  await change()
  const after = await trail()
  return after.items.slice(0, after.total - before)
}

describe('the trail', () => {
  it('has refused logins, aggregated: who, from where and why', async () => {
    const from = (remoteAddress: string, payload: object) =>
      t.inject({ method: 'POST', url: '/login', payload, remoteAddress })
    const long = `\u202Eroot\u0007\n${'x'.repeat(500)}`
    const lines = await linesOf(async () => {
      for (let i = 0; i < 7; i++) await from('203.0.113.5', { ...admin, password: 'no' })
      await from('203.0.113.6', { ...admin, password: 'no' })
      await from('2001:db8::5', { username: long, password: 'no' })
      t.advance(2_000)
      await from('203.0.113.5', { ...admin, password: 'no' })
    })
    expect(lines).toHaveLength(2)
    const [odd, folded] = lines.toSorted((a, b) => a.address.localeCompare(b.address))
    expect(folded).toMatchObject({
      actorKind: 'anonymous',
      actor: '',
      action: 'session.refused',
      objectKind: 'user',
      object: admin.username,
      address: '203.0.113.5',
      before: null,
      after: {
        attempts: 9,
        reasons: { wrongPassword: 6, blocked: 3 },
        addresses: ['203.0.113.5', '203.0.113.6'],
      },
    })
    expect(odd).toMatchObject({ address: '2001:db8::5', after: { attempts: 1, reasons: { unknownUser: 1 } } })
    expect(odd?.object).toMatch(/^\uFFFDroot\uFFFD\uFFFDx+$/)
    expect([...(odd?.object ?? '')]).toHaveLength(64)
    expect(JSON.stringify(lines)).not.toContain('"no"')
    const { obj } = await me.get<object>('/panel/setting/refusedLogins')
    expect(obj).toMatchObject({ attempts: 10, lastAddress: '203.0.113.5' })
  })

  it('shows that a network with rotating addresses was blocked as a whole', async () => {
    const from = (network: string, i: number, password: string) =>
      t.inject({
        method: 'POST',
        url: '/login',
        payload: { ...admin, password },
        remoteAddress: `2001:db8:${network}:${(i % 256).toString(16)}::1`,
      })
    const lines = await linesOf(async () => {
      for (let i = 0; i < 75; i++) await from('56', i, 'no')
      expect((await from('56', 200, admin.password)).json()).toMatchObject({ success: false })
      await me.get('/panel/setting/refusedLogins')
    })
    expect(lines).toMatchObject([{ after: { attempts: 76, reasons: { wrongPassword: 60, blocked: 16 } } }])
    expect((await from('57', 1, admin.password)).json()).toMatchObject({ success: true })
  })

  it('writes a bounded number of rows for a flood of refused logins', async () => {
    t.advance(3_600_000)
    me = await t.login()
    const lines = await linesOf(async () => {
      const tries = Array.from({ length: 60 }, (_, i) => ({ username: `name ${i}`, password: 'no' }))
      for (const [i, payload] of tries.entries())
        await t.inject({ method: 'POST', url: '/login', payload, remoteAddress: `10.${i}.0.1` })
      await me.get('/panel/setting/refusedLogins') // flushes what was counted meanwhile
    })
    expect(lines.length).toBeLessThanOrEqual(21)
    const sum = lines.reduce((n, { after }) => n + Number(after?.attempts), 0)
    expect(sum).toBe(60)
    expect(lines.filter(({ object, address }) => object === '' && address === '')).toHaveLength(1)
  })

  it('made-up names share the row of their network, and never hide guesses at a real user', async () => {
    t.advance(3_600_000)
    me = await t.login()
    const from = (username: string, remoteAddress: string) =>
      t.inject({ method: 'POST', url: '/login', payload: { username, password: 'no' }, remoteAddress })
    const lines = await linesOf(async () => {
      for (let i = 0; i < 40; i++) await from(`made up ${i}`, '198.51.100.7')
      for (let i = 0; i < 30; i++) await from(`elsewhere ${i}`, `10.${i}.0.1`)
      for (let i = 0; i < 25; i++) await from(admin.username, `172.${i}.0.1`)
      await from(admin.username, '198.51.100.7')
      await me.get('/panel/setting/refusedLogins')
    })
    const ofNetwork = lines.filter(({ after }) => String(after?.addresses) === '198.51.100.7')
    expect(ofNetwork).toHaveLength(1)
    expect(ofNetwork[0]?.after).toMatchObject({ attempts: 40 })
    expect(ofNetwork[0]?.after?.names).toHaveLength(5)
    const ofRoot = lines.filter(({ object }) => object === admin.username)
    expect(ofRoot).toHaveLength(21) // 20 networks, and one row for the others
    expect(ofRoot.reduce((n, { after }) => n + Number(after?.attempts), 0)).toBe(26)
    expect(lines.length).toBeLessThanOrEqual(42)
  })
})
