import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, type TestPanel, testPanel } from '#test/panel.ts'

let t: TestPanel
beforeAll(async () => {
  t = await testPanel()
})
afterAll(() => t.stop())

describe('login', () => {
  it('lets the administrator in with JSON and with a form, and answers the API', async () => {
    const me = await t.login()
    expect((await me.post('/panel/setting/all')).success).toBe(true)
    const form = await t.inject({
      method: 'POST',
      url: '/login/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(admin).toString(),
    })
    expect(form.json()).toEqual({
      success: true,
      msg: 'You have successfully logged into your account.',
      obj: null,
    })
  })
})
