import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel({ SLUICE_CORE_BIN: 'none' })
  me = await t.login()
})
afterAll(() => t.stop())

const logs = (body: object, count: number | string = 100) =>
  me.post<string[]>(`/panel/api/server/logs/${count}`, body)

describe("the panel's log", () => {
  it('is newest first in the format that clients parse, and shows a failed request with its reason', async () => {
    const { read } = t.panel.db
    const broken = new Error('disk on fire at postgres://ann:hunter2@db/x')
    t.panel.db.read = new Proxy(read, {
      get() {
        throw broken
      },
    })
    const failed = await me.get('/panel/api/clients/get/nobody').catch(() => undefined)
    t.panel.db.read = read
    expect(failed?.success ?? false).toBe(false)
    const errors = (await logs({ level: 'error' })).obj
    expect(errors.some((line) => line.includes('disk on fire'))).toBe(true)
    expect(errors.join('\n')).not.toContain('hunter2')
    for (const line of errors) expect(line).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d ERROR - /)
    expect((await logs({ level: 'debug' }, 1)).obj).toHaveLength(1)
  })

  it('says in one row that there is no journal', async () => {
    vi.stubEnv('INVOCATION_ID', '')
    const form = await me.call('POST', '/panel/api/server/logs/10', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'syslog=true&level=info',
    })
    expect(form.json()).toMatchObject({ success: true, obj: [expect.stringContaining('journal')] })
    vi.unstubAllEnvs()
  })

  it.each(['0', '10001', 'x', '1.5'])('refuses the count %s', async (count) => {
    expect(await logs({}, count)).toMatchObject({ success: false, field: 'count', obj: null })
  })
})

describe('the access log', () => {
  it('is null unless the template enables one, and empty before the first line', async () => {
    const ask = () => me.post('/panel/api/server/xraylogs/20', { showDirect: 'false' })
    expect(await ask()).toMatchObject({ success: true, obj: null })
    const template = JSON.parse((await me.post<string>('/panel/xray/')).obj).xraySetting
    const xraySetting = JSON.stringify({ ...template, log: { ...template.log, access: './access.log' } })
    expect((await me.post('/panel/xray/update', { xraySetting })).success).toBe(true)
    expect(await ask()).toMatchObject({ success: true, obj: [] })
  })
})
