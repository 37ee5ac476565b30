import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addInbound, clients, inbounds, recordOf } from '#test/inbounds.ts'
import { type QuotaStage, quotaStage } from '#test/quotas.ts'

const day = 86_400_000

let stage: QuotaStage
beforeAll(async () => {
  stage = await quotaStage()
})
afterAll(() => stage.t.stop())

describe('a quota of a client', () => {
  it('for an inbound closes it, and nothing else, until the counters of the client begin anew', async () => {
    const { me, dear, cheap, done, both, onDear, make, quotasOf, use, ports, inCore, closedInbounds } = stage
    await make('ann', { quotas: [onDear(100)] })
    expect(await inCore(dear)).toContain(`@${dear.id}/ann`)
    expect(await inCore(cheap)).toContain('ann')
    await use('ann', 99)
    await use('ann', 5_000, null)
    expect(await ports('ann')).toEqual(both)
    expect(await quotasOf('ann')).toEqual([
      {
        ...{ target: `inbound:${dear.id}`, on: 'inbound', inboundId: dear.id, name: dear.tag },
        ...{ bytes: 100, used: 99, by: 'client', reset: 'client', ends: 0, spent: false, closed: [] },
      },
    ])
    await use('ann', 1)
    expect(await quotasOf('ann')).toMatchObject([{ used: 100, spent: true, closed: [dear.id] }])
    expect(await ports('ann')).toEqual([cheap.port])
    expect(await inCore(dear)).not.toContain(`@${dear.id}/ann`)
    expect(await inCore(cheap)).toContain('ann')
    expect(await closedInbounds('ann')).toBe(1)
    expect(await recordOf(me(), 'ann')).toMatchObject({ enable: true, ended: false })
    await done(`${clients}/resetTraffic/ann`)
    expect(await quotasOf('ann')).toMatchObject([{ used: 0, spent: false }])
    expect(await ports('ann')).toEqual(both)
    expect(await closedInbounds('ann')).toBe(0)
  })

  it('is told as an alert and in the activity', async () => {
    const { t, me, dear } = stage
    const alerts = await t.panel.db.read.selectFrom('alerts').select(['kind', 'params']).execute()
    expect(alerts.map(({ kind, params }) => [kind, JSON.parse(params)])).toEqual([
      ['client.quota-used', { email: 'ann', subject: dear.tag, totalBytes: 100 }],
    ])
    const { obj: trail } = await me().get<{ items: { action: string; after: object }[] }>(
      '/panel/api/audit?client=ann',
    )
    const limits = trail.items.filter(({ action }) => action === 'clients.limits')
    expect(limits).toMatchObject([{ after: { change: { closed: 1 } } }])
  })

  it('with another amount keeps what is used; without one all is open', async () => {
    const { dear, cheap, both, onDear, make, update, quotasOf, use, ports, inCore } = stage
    await make('bob', { quotas: [onDear(100)] })
    await use('bob', 150)
    expect(await ports('bob')).toEqual([cheap.port])
    await update('bob', { quotas: [onDear(200)] })
    expect(await quotasOf('bob')).toMatchObject([{ used: 150, bytes: 200, spent: false }])
    expect(await ports('bob')).toEqual(both)
    await update('bob', { quotas: [onDear(150)] })
    expect(await ports('bob')).toEqual([cheap.port])
    await update('bob', { comment: 'an edit of something else' })
    expect(await ports('bob')).toEqual([cheap.port])
    await update('bob', { quotas: [] })
    expect([await quotasOf('bob'), await ports('bob')]).toEqual([[], both])
    expect(await inCore(dear)).toContain('bob')
  })

  it('for a label closes all that have it, follows the label, and for this server everything here', async () => {
    const { dear, cheap, done, both, onLabel, onServer, make, quotasOf, use, ports, inCore, closedInbounds } =
      stage
    await make('cat', { quotas: [onLabel(100), onServer(1_000)] })
    await use('cat', 100)
    expect(await ports('cat')).toEqual([cheap.port])
    await done(`${inbounds}/update/${dear.id}`, { labels: [] })
    expect(await ports('cat')).toEqual(both)
    expect(await inCore(dear)).toContain('cat')
    await done(`${inbounds}/update/${cheap.id}`, { labels: ['premium'] })
    expect(await ports('cat')).toEqual([dear.port])
    await done(`${inbounds}/update/${dear.id}`, { labels: ['premium'] })
    await done(`${inbounds}/update/${cheap.id}`, { labels: [] })
    expect(await quotasOf('cat')).toMatchObject([
      { target: 'label:premium', used: 100, closed: [dear.id] },
      { target: 'node:0', used: 100, name: '', closed: [] },
    ])
    await use('cat', 900, null)
    expect(await ports('cat')).toEqual([])
    expect(await closedInbounds('cat')).toBe(2)
  })

  it('counts bytes under the plain name if the client has no other inbound here', async () => {
    const { dear, cheap, done, onDear, make, quotasOf, use } = stage
    await make('dan', { quotas: [onDear(100)] }, [dear.id])
    await use('dan', 40, null)
    expect(await quotasOf('dan')).toMatchObject([{ used: 40 }])
    await done(`${clients}/dan/attach`, { inboundIds: [cheap.id] })
    await use('dan', 40, null)
    expect(await quotasOf('dan')).toMatchObject([{ used: 40 }])
  })

  it('counts what is charged', async () => {
    const { dear, done, onDear, make, quotasOf, use } = stage
    await make('eve', { quotas: [onDear(100)] })
    await done(`${inbounds}/update/${dear.id}`, { trafficMultiplier: 2.5 })
    await use('eve', 39)
    expect(await quotasOf('eve')).toMatchObject([{ used: 97, spent: false }])
    await use('eve', 1)
    expect(await quotasOf('eve')).toMatchObject([{ used: 100, spent: true }])
    await done(`${inbounds}/update/${dear.id}`, { trafficMultiplier: 1 })
  })

  it('goes along with a rename and ends with the client', async () => {
    const { cheap, done, onDear, make, update, quotasOf, use, ports } = stage
    await make('fay', { quotas: [onDear(100)] })
    await use('fay', 100)
    await update('fay', { email: 'gus' })
    expect(await quotasOf('gus')).toMatchObject([{ used: 100, spent: true }])
    expect(await ports('gus')).toEqual([cheap.port])
    await done(`${clients}/del/gus`)
    await make('gus', { quotas: [onDear(100)] })
    expect(await quotasOf('gus')).toMatchObject([{ used: 0, spent: false }])
  })

  it('stays as it is when its inbound is taken away and given back', async () => {
    const { dear, cheap, done, onDear, make, use, ports, closedInbounds } = stage
    await make('hal', { quotas: [onDear(100)] })
    await use('hal', 100)
    await done(`${clients}/hal/detach`, { inboundIds: [dear.id] })
    expect(await closedInbounds('hal')).toBe(0)
    await done(`${clients}/hal/attach`, { inboundIds: [dear.id] })
    expect(await ports('hal')).toEqual([cheap.port])
  })

  it('is forgotten with its inbound', async () => {
    const { onDear, me, cheap, done, make, update, use, ports, closedInbounds } = stage
    const gone = await addInbound(me())
    await make('ian', { quotas: [{ ...onDear(10), inboundId: gone.id }] }, [gone.id, cheap.id])
    await use('ian', 10, gone)
    expect(await closedInbounds('ian')).toBe(1)
    await done(`${inbounds}/del/${gone.id}`)
    expect(await closedInbounds('ian')).toBe(0)
    await update('ian', { comment: 'still to be edited', quotas: [{ ...onDear(10), inboundId: gone.id }] })
    expect(await ports('ian')).toEqual([cheap.port])
  })
})

describe('a quota begins anew', () => {
  it('by hand, one or all', async () => {
    const { cheap, done, refusal, both, onDear, onServer, make, use, ports } = stage
    await make('jan', { quotas: [onDear(100, 'never'), onServer(50, 'never')] })
    await use('jan', 100)
    expect(await ports('jan')).toEqual([])
    await done(`${clients}/resetTraffic/jan`)
    expect(await ports('jan')).toEqual([])
    await done(`${clients}/quotas/reset/jan`, { target: 'node:0' })
    expect(await ports('jan')).toEqual([cheap.port])
    await done(`${clients}/quotas/reset/jan`)
    expect(await ports('jan')).toEqual(both)
    const said = await refusal(`${clients}/quotas/reset/jan`, { target: 'label:nothing' })
    expect(said).toContain('has no quota for label:nothing')
  })

  it('by the calendar, in the tick after', async () => {
    const { t, cheap, pass, both, onDear, onServer, make, update, quotasOf, use, ports } = stage
    await make('kim', { quotas: [onDear(100, 'day'), onServer(100, 'week')] })
    await use('kim', 100)
    expect(await ports('kim')).toEqual([])
    const [daily, weekly] = await quotasOf('kim')
    expect(daily?.ends).toBeGreaterThan(0)
    expect(weekly?.ends).toBeGreaterThanOrEqual(daily?.ends ?? 0)
    await update('kim', { quotas: [onDear(100, 'day')] })
    expect(await ports('kim')).toEqual([cheap.port])
    await pass(day)
    await t.tick()
    expect(await ports('kim')).toEqual(both)
    const [next] = await quotasOf('kim')
    expect(next).toMatchObject({ used: 0, spent: false })
    expect(next?.ends).toBeGreaterThan(daily?.ends ?? 0)
    await use('kim', 100)
    expect(await ports('kim')).toEqual([cheap.port])
  })

  it('with a reset of many, which an undo takes back', async () => {
    const { cheap, done, both, onDear, make, quotasOf, use, ports } = stage
    await make('lea', { quotas: [onDear(100)] })
    await use('lea', 100)
    const { undo } = await done(`${clients}/bulkResetTraffic`, { emails: ['lea'] })
    expect(await ports('lea')).toEqual(both)
    await use('lea', 1)
    await done(`/panel/api/undo/${undo}`)
    expect(await quotasOf('lea')).toMatchObject([{ used: 101, spent: true }])
    expect(await ports('lea')).toEqual([cheap.port])
    await done(`${clients}/resetAllTraffics`)
    expect(await ports('lea')).toEqual(both)
  })

  it('not with the undo of a deletion', async () => {
    const { cheap, done, onDear, make, quotasOf, use, ports } = stage
    await make('mia', { quotas: [onDear(100)] })
    await use('mia', 100)
    const { undo } = await done(`${clients}/bulkDel`, { emails: ['mia'] })
    await done(`/panel/api/undo/${undo}`)
    expect(await quotasOf('mia')).toMatchObject([{ used: 100, spent: true }])
    expect(await ports('mia')).toEqual([cheap.port])
  })
})
