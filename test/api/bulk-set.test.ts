import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const GB = 1024 ** 3
const DAY = 86_400_000
const adjust = `${clients}/bulkAdjust`

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  const { id } = await addInbound(me)
  await addClient(me, { email: 'endless' }, [id])
  await addClient(me, { email: 'small', totalGB: 5 * GB, limitIp: 9, expiryTime: Date.now() + DAY }, [id])
})
afterAll(() => t.stop())

/** "Set" replaces the value, "add" changes it by an amount. */
describe('bulkAdjust sets', () => {
  it('quota, expiry and IP limit of all clients, whatever they had, and leaves the rest', async () => {
    const setExpiryTime = Date.now() + 30 * DAY
    const emails = ['endless', 'small', 'nobody']
    const body = { emails, setBytes: 100 * GB, setExpiryTime, setLimitIp: 3 }
    expect((await me.post(adjust, body)).obj).toMatchObject({
      adjusted: 2,
      skipped: [
        {
          email: 'nobody',
          reason: 'record not found',
          reasonCoded: [{ code: 'client.missing', params: { email: 'nobody' } }],
        },
      ],
    })
    for (const email of ['endless', 'small'])
      expect(await recordOf(me, email)).toMatchObject({
        totalGB: 100 * GB,
        expiryTime: setExpiryTime,
        limitIp: 3,
        enable: true,
      })
    // Repeating it changes nothing, and setting one field leaves the others.
    expect((await me.post(adjust, body)).obj).toMatchObject({ adjusted: 0 })
    expect((await me.post(adjust, { emails, setLimitIp: 0 })).obj).toMatchObject({ adjusted: 2 })
    expect(await recordOf(me, 'small')).toMatchObject({ totalGB: 100 * GB, limitIp: 0 })
  })

  it('keys for each device, on and off, and its undo', async () => {
    const emails = ['endless', 'small']
    const { obj } = await me.post<{ undo: number }>(adjust, { emails, setDeviceKeys: true })
    expect(obj).toMatchObject({ adjusted: 2 })
    expect(await recordOf(me, 'small')).toMatchObject({ deviceKeys: true })
    expect((await me.post(adjust, { emails, setDeviceKeys: true })).obj).toMatchObject({ adjusted: 0 })
    expect(await me.post(`/panel/api/undo/${obj.undo}`)).toMatchObject({ success: true })
    expect(await recordOf(me, 'small')).toMatchObject({ deviceKeys: false })
    for (const setDeviceKeys of ['yes', 1])
      expect(await me.post(adjust, { emails, setDeviceKeys })).toMatchObject({
        success: false,
        msg: expect.stringContaining('setDeviceKeys'),
      })
  })

  it('unlimited and never by 0, days from first use by a negative expiry, and adds to what it set', async () => {
    await me.post(adjust, { emails: ['small'], setBytes: 0, setExpiryTime: 0 })
    expect(await recordOf(me, 'small')).toMatchObject({ totalGB: 0, expiryTime: 0 })
    await me.post(adjust, {
      emails: ['small'],
      setExpiryTime: -7 * DAY,
      addDays: 3,
      setBytes: GB,
      addBytes: GB,
    })
    expect(await recordOf(me, 'small')).toMatchObject({ totalGB: 2 * GB, expiryTime: -10 * DAY })
  })

  it('a quota below the usage: the client is depleted, and comes back with a larger one', async () => {
    const used = { upload: 2 * GB, download: 0 }
    await me.post(`${clients}/updateTraffic/endless`, used)
    const ended = async () =>
      (await me.get<{ items: { email: string }[] }>(`${clients}/list/paged?filter=depleted`)).obj.items.map(
        ({ email }) => email,
      )
    await me.post(adjust, { emails: ['endless'], setBytes: GB })
    expect(await ended()).toEqual(['endless'])
    await me.post(adjust, { emails: ['endless'], setBytes: 3 * GB })
    expect(await ended()).toEqual([])
    expect(await recordOf(me, 'endless')).toMatchObject({ enable: true, totalGB: 3 * GB })
  })

  it.each(['setBytes', 'setExpiryTime', 'setLimitIp'])(
    'nothing if %s is not a valid number',
    async (field) => {
      const before = await recordOf(me, 'small')
      for (const bad of [1.5, 'x', ...(field === 'setExpiryTime' ? [] : [-1])])
        expect(await me.post(adjust, { emails: ['small'], [field]: bad })).toMatchObject({
          success: false,
          field,
        })
      expect(await recordOf(me, 'small')).toEqual(before)
    },
  )
})
