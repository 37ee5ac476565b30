import { expect, it } from 'vitest'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { coded } from '#domain/refusal.ts'
import { silentLog } from '../../platform/log.ts'
import { createSwitch } from './switch.ts'

interface Fate {
  running?: boolean
  /** What each restart does, in order. */
  restarts?: ('works' | 'fails')[]
  lost?: boolean
  installs?: boolean
}

function stage({ running = true, restarts = [], lost = false, installs = true }: Fate = {}) {
  const did: string[] = []
  const fates = [...restarts]
  const inbound = { tag: 'a', remark: 'Main' } as SectionSource // only its name is used
  const switcher = createSwitch({
    core: {
      provider: {
        version: () => '26.5.1',
        keep: () => () => did.push('put back'),
        install: async (version) => {
          if (!installs) throw new Error('no network')
          did.push(`install ${version}`)
        },
      },
      pid: () => (running ? 1 : undefined),
      restartService: async (readyMs) => {
        did.push(`restart${readyMs === undefined ? '' : ` within ${readyMs}`}`)
        if (fates.shift() === 'fails') throw new Error('it ended')
      },
    },
    inbounds: {
      list: async () => [inbound],
      lost: async (before) =>
        lost ? coded('core.switch-inbound-lost', { inbound: before[0]?.remark ?? '' }) : undefined,
    },
    events: { notify: ({ code }) => did.push(code) },
    log: silentLog,
  })
  const run = (readMs = 0) =>
    switcher.run({
      version: '26.6.1',
      confirmed: undefined,
      readMs,
      installed: async () => did.push('noted'),
      rolledBack: async (previous) => did.push(`back to ${previous}`),
    })
  return { did, run }
}

it('installs, restarts, looks, and says so', async () => {
  const { did, run } = stage()
  await run()
  expect(did).toEqual(['install 26.6.1', 'noted', 'restart within 4000', 'core.installed'])
})

it('gives a large configuration more time to come up', async () => {
  const { did, run } = stage()
  await run(4_000)
  expect(did).toContain('restart within 12000')
})

it.each([
  [
    'does not come up',
    { restarts: ['fails'] },
    /26\.6\.1 did not work, so Xray 26\.5\.1 is running again: it ended/,
  ],
  ['loses an inbound', { lost: true }, /Inbound Main no longer accepts connections/],
] satisfies [string, Fate, RegExp][])('puts the old one back when the new one %s', async (_, fate, words) => {
  const { did, run } = stage(fate)
  await expect(run()).rejects.toThrow(words)
  expect(did.slice(2)).toEqual([
    'restart within 4000',
    'put back',
    'restart',
    'core.rolled-back',
    'back to 26.5.1',
  ])
})

it('says it when the old one does not start either', async () => {
  await expect(stage({ restarts: ['fails', 'fails'] }).run()).rejects.toThrow(
    /does not start either: it ended/,
  )
})

it('puts nothing back where nothing worked before', async () => {
  const { did, run } = stage({ running: false, restarts: ['fails'] })
  await expect(run()).rejects.toThrow('it ended')
  expect(did).toEqual(['install 26.6.1', 'noted', 'core.installed', 'restart'])
})

it('restarts nothing when the install fails', async () => {
  const { did, run } = stage({ installs: false })
  await expect(run()).rejects.toThrow('no network')
  expect(did).toEqual([])
})
