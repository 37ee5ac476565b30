import { expect, it } from 'vitest'
import { coded } from '#domain/refusal.ts'
import { PINNED_VERSION } from './binary-version.ts'
import { type Progress, stepOf } from './progress.ts'
import { createUpgrade } from './upgrade.ts'

const dead = async () => {
  throw new Error('no network')
}

function stage(env: NodeJS.ProcessEnv = {}, progress?: Progress) {
  const did: string[] = []
  const upgrade = createUpgrade({
    env,
    egress: { safeFetch: dead, safeDownload: dead },
    provider: {
      install: async (version, confirmed) => {
        did.push(`install ${version}${confirmed ? ` as ${confirmed}` : ''}`)
        if (version === '26.5.1') throw new Error('no network')
      },
      progress: () => progress,
    },
    releases: { list: async () => ['26.6.1', '26.5.1'] },
    restart: async () => did.push('restart'),
    notify: ({ title, level }) => did.push(`${level}: ${title}`),
  })
  return { did, install: upgrade.install }
}

it('installs a listed release, notifies and restarts', async () => {
  const { did, install } = stage()
  expect(await install('v26.6.1')).toBeNull()
  expect(did).toEqual(['install 26.6.1', 'success: The core was installed', 'restart'])
})

it('passes on the hash that an operator confirms, and accepts nothing else', async () => {
  const { did, install } = stage()
  const hash = 'aB'.repeat(32)
  await install('26.6.1', ` ${hash} `)
  expect(did[0]).toBe(`install 26.6.1 as ${hash.toLowerCase()}`)
  await expect(install('26.6.1', 'abc')).rejects.toMatchObject({ field: 'sha256' })
  await install('26.6.1', '')
  expect(did.at(-3)).toBe('install 26.6.1')
})

it('installs the pinned version even without a list', async () => {
  const { did, install } = stage()
  await install(PINNED_VERSION)
  expect(did[0]).toBe(`install ${PINNED_VERSION}`)
})

it.each(['26.1.1', 'latest', '../../x', ''])('refuses "%s", which is not listed', async (version) => {
  const { did, install } = stage()
  await expect(install(version)).rejects.toMatchObject({ field: 'version' })
  expect(did).toEqual([])
})

it('reports a failed install, keeps the running core, and can be retried', async () => {
  const { did, install } = stage()
  await expect(install('26.5.1')).rejects.toThrow('no network')
  expect(did).toEqual(['install 26.5.1', 'error: The core was not installed'])
  await install('26.6.1')
  expect(did.at(-1)).toBe('restart')
})

it('refuses if the operator named the core', async () => {
  await expect(stage({ SLUICE_CORE_BIN: '/opt/xray' }).install(PINNED_VERSION)).rejects.toThrow(
    'SLUICE_CORE_BIN',
  )
})

it('does not pass another install off as its own', async () => {
  const { did, install } = stage({}, stepOf('download', coded('core-step.unpacking')))
  await expect(install('26.6.1')).rejects.toThrow('Wait for it')
  expect(did).toEqual([])
})
