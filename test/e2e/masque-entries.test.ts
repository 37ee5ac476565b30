import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import { checkUserName } from '#domain/core-config/check-user.ts'
import { otherCores } from '#test/core-binary.ts'
import { type EntriesStage, exitAddress, stageEntries, told } from './entries-stage.ts'

const newest = otherCores['26.10.10']
const cell = { protocol: 'masque', network: 'masque', security: 'tls' } as const

describe.skipIf(!newest)('the hidden client of a MASQUE inbound', () => {
  let stage: EntriesStage
  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', newest ?? '')
    stage = await stageEntries()
  })
  afterAll(async () => {
    await stage?.close()
    vi.unstubAllEnvs()
  })

  it('goes through it as its clients do, and eyes elsewhere are not asked', async () => {
    const { id, tag } = await stage.add('Tunnel', cell)
    const check = `/panel/api/health/entries/check/${id}`
    const { entries } = await told(stage.me.post<Entries>(check))
    const ofThis = entries.filter(({ inboundId }) => inboundId === id)
    expect(ofThis).toMatchObject([{ state: 'good', cause: '', exitAddress }])
    expect(await stage.api().userEmails(tag)).toContain(checkUserName(tag))
    const given = await stage.t.panel.entries.given('495000.ab')
    expect(given.map(({ inboundId }) => inboundId)).not.toContain(id)
    expect(given.length).toBeGreaterThan(0)
  })
})
