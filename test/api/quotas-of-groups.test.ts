import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients, recordOf } from '#test/inbounds.ts'
import { type QuotaStage, quotaStage } from '#test/quotas.ts'

let stage: QuotaStage
beforeAll(async () => {
  stage = await quotaStage()
})
afterAll(() => stage.t.stop())

describe('a quota of a group or a plan', () => {
  it('counts for each member by itself, and a nearer one instead of it', async () => {
    const { dear, cheap, done, both, onDear, onServer, make, quotasOf, use, ports } = stage
    await done(`${clients}/groups/create`, { name: 'family', quotas: [onDear(100)] })
    const plan = await done('/panel/api/plans/add', { name: 'gold', quotas: [onDear(10), onServer(500)] })
    await make('nia', { group: 'family', planId: plan.id })
    await make('ole', { planId: plan.id })
    await make('pat', { group: 'family', quotas: [onDear(300)] })
    for (const email of ['nia', 'ole', 'pat']) await use(email, 50)
    expect(await quotasOf('nia')).toMatchObject([
      { target: `inbound:${dear.id}`, by: 'group', bytes: 100, used: 50, spent: false },
      { target: 'node:0', by: 'plan', bytes: 500, used: 50 },
    ])
    expect(await quotasOf('ole')).toMatchObject([
      { by: 'plan', bytes: 10, spent: true, closed: [dear.id] },
      { target: 'node:0' },
    ])
    expect(await quotasOf('pat')).toMatchObject([{ by: 'client', bytes: 300, used: 50, spent: false }])
    await done(`${clients}/groups/update`, { name: 'family', quotas: [onDear(50)] })
    expect([await ports('nia'), await ports('pat')]).toEqual([[cheap.port], both])
    await done(`/panel/api/plans/update/${plan.id}`, { name: 'gold', quotas: [] })
    expect([await quotasOf('ole'), await ports('ole')]).toEqual([[], both])
    const { undo } = await done(`${clients}/groups/bulkRemove`, { emails: ['nia'] })
    expect([await quotasOf('nia'), await ports('nia')]).toEqual([[], both])
    await done(`/panel/api/undo/${undo}`)
    // What was used ended with the quota.
    expect(await quotasOf('nia')).toMatchObject([{ by: 'group', bytes: 50, used: 0 }])
    await use('nia', 50)
    await done(`${clients}/groups/rename`, { oldName: 'family', newName: 'kin' })
    expect(await quotasOf('nia')).toMatchObject([{ by: 'group', used: 50, spent: true }])
    await done(`${clients}/groups/delete`, { name: 'kin' })
    expect([await quotasOf('nia'), await ports('nia')]).toEqual([[], both])
  })
})

describe('what cannot be is refused', () => {
  beforeAll(() => stage.make('quinn'))
  const asked = (quotas: object[]) => stage.refusal(`${clients}/update/quinn`, { quotas })

  it('for a client', async () => {
    const { masque, done, onDear, onLabel, onServer, update, inCore, me } = stage
    expect(await asked([{ ...onDear(1), inboundId: 999 }])).toContain('no inbound 999')
    expect(await asked([{ ...onServer(1), nodeId: 999 }])).toContain('no node 999')
    expect(await asked([{ ...onLabel(1), label: 'nobody-has-it' }])).toContain('No inbound has the label')
    expect(await asked([{ ...onDear(1), inboundId: masque.id }])).toContain('does not have inbound')
    expect(await asked([onDear(1), onDear(2)])).toContain('two quotas')
    for (const bytes of [0, -1, Number.MAX_SAFE_INTEGER])
      expect(await asked([onDear(bytes)])).toContain('above 0')
    const many = Array.from({ length: 21 }, (_, i) => ({ ...onLabel(1), label: `l${i}` }))
    expect(await asked(many)).toContain('at most 20')
    expect(await recordOf(me(), 'quinn')).toMatchObject({ quotas: [] })
    await done(`${clients}/quinn/attach`, { inboundIds: [masque.id] })
    expect(await asked([{ ...onDear(1), inboundId: masque.id }])).toContain('MASQUE')
    await update('quinn', { quotas: [{ ...onLabel(1), label: 'quick' }] })
    expect(await inCore(masque)).toContain('quinn')
  })

  it('for groups and plans, which may name a label that nobody has yet', async () => {
    const { done, refusal, onDear, onLabel } = stage
    const group = `${clients}/groups/create`
    const wrong = [{ ...onDear(1), inboundId: 999 }]
    expect(await refusal(group, { name: 'wrong', quotas: wrong })).toContain('no inbound 999')
    expect(await refusal('/panel/api/plans/add', { name: 'wrong', quotas: wrong })).toContain(
      'no inbound 999',
    )
    await done(group, { name: 'early', quotas: [{ ...onLabel(1), label: 'later' }] })
  })
})
