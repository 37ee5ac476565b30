import { describe, expect, it } from 'vitest'
import type { ReleaseEntry } from '#contract/updates.ts'
import { newerReleases, planUpdate, type Running } from './plan.ts'
import { compareVersions } from './versions.ts'

it('versions are ordered as people write them', () => {
  const ordered = [
    '0.9.0',
    '0.10.0-dev.2',
    '0.10.0-dev.10',
    '0.10.0-rc.1',
    '0.10.0',
    '0.10.1',
    '1.0.0',
    '1.0.0.1',
  ]
  for (let i = 1; i < ordered.length; i++) {
    const [a = '', b = ''] = [ordered[i - 1], ordered[i]]
    expect([compareVersions(a, b) < 0, compareVersions(b, a) > 0], `${a} ${b}`).toEqual([true, true])
  }
  expect(compareVersions('1.0.0+abc', '1.0.0+xyz')).toBe(0)
})

const archive = { url: 'a', sha256: '0'.repeat(64), size: 7 }
const release = (version: string, more: Partial<ReleaseEntry> = {}): ReleaseEntry => ({
  ...{ version, channel: 'stable', date: '2026-01-01', notes: [version], core: '26.7.28', schema: 28 },
  archives: { x64: archive },
  ...more,
})
const running: Running = {
  ...{ version: '1.0.0', schema: 28, core: '26.7.28', coreSurvives: true, arch: 'x64', channel: 'stable' },
}
const list = [
  release('0.9.0'),
  release('1.0.0'),
  release('1.1.0'),
  release('1.3.0-dev.1', { channel: 'dev', schema: 30 }),
  release('1.2.0', { schema: 29 }),
]

describe('a plan', () => {
  it('has the notes of every release in between', () => {
    expect(planUpdate(list, running)).toMatchObject({
      ...{ from: '1.0.0', to: '1.2.0', migrates: true, coreRestarts: false, downloadBytes: 7 },
      releases: [{ version: '1.2.0' }, { version: '1.1.0' }],
    })
    expect(planUpdate(list, running, '1.1.0')).toMatchObject({ to: '1.1.0', migrates: false })
  })

  it('never leads to an older version, the same one, or one for another machine', () => {
    expect(planUpdate(list, running, '0.9.0')).toBeUndefined()
    expect(planUpdate(list, { ...running, version: '1.2.0' })).toBeUndefined()
    expect(planUpdate(list, { ...running, arch: 'arm64' })).toBeUndefined()
    expect(planUpdate([], running)).toBeUndefined()
  })

  it('follows the channel', () => {
    expect(newerReleases(list, running).map(({ version }) => version)).toEqual(['1.2.0', '1.1.0'])
    expect(planUpdate(list, { ...running, channel: 'dev' })?.to).toBe('1.3.0-dev.1')
  })

  it('says when the core cannot go on', () => {
    expect(planUpdate(list, { ...running, coreSurvives: false })?.coreRestarts).toBe(true)
    expect(planUpdate(list, { ...running, coreSurvives: false, core: '' })?.coreRestarts).toBe(false)
  })
})
