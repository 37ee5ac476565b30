import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Preflight } from '#contract/core-preflight.ts'
import { coded, inEnglish, Refusal } from '#domain/refusal.ts'
import { silentLog } from '../../platform/log.ts'
import { PINNED_VERSION } from './binary-version.ts'
import { createCoreJobs } from './core-job.ts'
import { createUpgrade } from './upgrade.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'sluice-upgrade-'))
afterAll(() => rmSync(dataFolder, { recursive: true }))

const dead = async () => {
  throw new Error('no network')
}

const tried = (version: string, blocks: readonly string[]): Preflight => {
  const blocksCoded = blocks.map((outbound) =>
    coded('preflight.outbound-fails', { outbound, version, reason: 'no' }),
  )
  const said = { blocks: blocksCoded.map(inEnglish), blocksCoded, notes: [], notesCoded: [] }
  return { version, from: '26.5.1', ok: blocks.length === 0, ...said, parts: [], apps: [], readMs: 40 }
}

function stage(
  more: {
    env?: NodeJS.ProcessEnv
    isBusy?: boolean
    located?: string
    blocks?: string[]
    mirrorEnds?: Promise<void>
  } = {},
) {
  const { env = {}, isBusy = false, located, blocks = [], mirrorEnds } = more
  const did: string[] = []
  const upgrade = createUpgrade({
    env,
    egress: { safeFetch: dead, safeDownload: dead },
    core: {
      pid: () => (located === undefined ? undefined : 1),
      provider: {
        fetch: async (version) => {
          did.push(`fetch ${version}`)
          return `/cache/${version}`
        },
        located: () => located,
        version: () => '26.5.1',
        progress: () => undefined,
        async takeOver() {
          if (isBusy) throw new Refusal('core.other-install', { version: '26.5.1' })
          return () => {}
        },
      },
    },
    given: {
      async fetch(url, onPercent) {
        onPercent?.(40)
        await mirrorEnds
        did.push(`fetch ${url}`)
        return { name: 'x.zip', bytes: 3, sha256: 'ab'.repeat(32), at: 1 }
      },
    },
    jobs: createCoreJobs({ dataFolder, now: Date.now, log: silentLog }),
    releases: { list: async () => ['26.6.1', '26.5.1'] },
    files: {
      place: async (sha256) => {
        did.push(`place the file ${sha256.slice(0, 4)}`)
        return '26.9.9'
      },
    },
    preflight: {
      run: async ({ current, next }) => {
        did.push(`try ${next.path} beside ${current.path}`)
        return tried(next.version, blocks)
      },
    },
    switcher: {
      run: async ({ version, confirmed, readMs, installed }) => {
        if (version === '26.5.1') throw new Error('no network')
        did.push(`switch to ${version}${confirmed ? ` as ${confirmed}` : ''}, read in ${readMs}`)
        await installed()
      },
    },
    events: { notify: ({ title, level }) => did.push(`${level}: ${title}`) },
  })
  return { did, ...upgrade }
}

it('installs a listed release where no core runs, without a pre-flight', async () => {
  const { did, install } = stage()
  expect(await install('v26.6.1')).toBeNull()
  expect(did).toEqual(['switch to 26.6.1, read in 0'])
})

it('tries it first beside the core in use, and installs it if nothing would fail', async () => {
  const { did, install } = stage({ located: '/bin/xray' })
  await install('v26.6.1')
  expect(did).toEqual(['fetch 26.6.1', 'try /cache/26.6.1 beside /bin/xray', 'switch to 26.6.1, read in 40'])
})

it('refuses with every reason when something would fail, unless it is forced', async () => {
  const { did, install, preflight } = stage({ located: '/bin/xray', blocks: ['warp', 'far'] })
  await expect(install('26.6.1')).rejects.toThrow(
    /Xray 26\.6\.1 was not installed.*Outbound warp would fail.*Outbound far would fail.*force/,
  )
  expect(did.at(-1)).toBe('error: Core installation failed')
  expect(await preflight('26.6.1')).toMatchObject({ ok: false, version: '26.6.1', from: '26.5.1' })
  await install('26.6.1', { force: true })
  expect(did.at(-1)).toBe('switch to 26.6.1, read in 40')
})

it('passes on the hash that an operator confirms, and accepts nothing else', async () => {
  const { did, install } = stage()
  const hash = 'aB'.repeat(32)
  await install('26.6.1', { sha256: ` ${hash} ` })
  expect(did[0]).toBe(`switch to 26.6.1 as ${hash.toLowerCase()}, read in 0`)
  await expect(install('26.6.1', { sha256: 'abc' })).rejects.toMatchObject({ field: 'sha256' })
  await install('26.6.1', { sha256: '' })
  expect(did.at(-1)).toBe('switch to 26.6.1, read in 0')
})

it('installs the pinned version even without a list', async () => {
  const { did, install } = stage()
  await install(PINNED_VERSION)
  expect(did[0]).toContain(`switch to ${PINNED_VERSION}`)
})

it.each(['26.1.1', 'latest', '../../x', ''])('refuses "%s", which is not listed', async (version) => {
  const { did, install, preflight } = stage()
  await expect(install(version)).rejects.toMatchObject({ field: 'version' })
  await expect(preflight(version)).rejects.toMatchObject({ field: 'version' })
  expect(did).toEqual([])
})

it('reports a failed install, keeps the running core, and can be retried', async () => {
  const { did, install } = stage()
  await expect(install('26.5.1')).rejects.toThrow('no network')
  expect(did).toEqual(['error: Core installation failed'])
  await install('26.6.1')
  expect(did.at(-1)).toContain('switch to 26.6.1')
})

it('refuses if the operator named the core', async () => {
  await expect(stage({ env: { SLUICE_CORE_BIN: '/opt/xray' } }).install(PINNED_VERSION)).rejects.toThrow(
    'SLUICE_CORE_BIN',
  )
})

it('does not pass another install off as its own', async () => {
  const { did, install } = stage({ isBusy: true })
  await expect(install('26.6.1')).rejects.toThrow('Wait for it')
  expect(did).toEqual([])
})

it('installs a file that was brought and confirmed, though no release list names its version', async () => {
  const { did, install, preflight } = stage({ located: '/bin/xray' })
  const sha256 = 'ab'.repeat(32)
  await expect(install('file')).rejects.toThrow('Send the SHA-256')
  expect((await preflight('file', { sha256 })).version).toBe('26.9.9')
  const placed: string[] = []
  await install('file', { sha256, installed: async (version) => void placed.push(version) })
  expect(placed).toEqual(['26.9.9'])
  expect(did).toContain('place the file abab')
  expect(did).toContain(`switch to 26.9.9 as ${sha256}, read in 40`)
  await expect(stage({ env: { SLUICE_CORE_BIN: '/x' } }).install('file', { sha256 })).rejects.toThrow(
    'SLUICE_CORE_BIN',
  )
})

it('answers at once with the job, which goes on and keeps what the pre-flight found', async () => {
  const { did, start, job } = stage({ located: '/bin/xray', blocks: ['warp'] })
  expect(start('install', '26.6.1').job).toMatchObject({ state: 'running', target: '26.6.1', done: 0 })
  await expect.poll(() => job()?.state).toBe('failed')
  expect(job()).toMatchObject({ errorCoded: { code: 'preflight.blocks' }, result: { ok: false } })
  expect(() => start('install', 'latest')).toThrow('v26')
  expect(job()?.target).toBe('26.6.1') // a mistyped version does not replace the result
  expect(did.at(-1)).toBe('error: Core installation failed')
})

it('fetches from a mirror as a job, which says how much has come and keeps no password of the address', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { did, startMirror, mirror, start, job } = stage({ mirrorEnds: promise })
  const url = 'https://me:secret@mirror.test/x.zip?key=secret'
  const { id } = startMirror(url, 'ann').job
  expect(job()).toMatchObject({ what: 'mirror', state: 'running', percent: 40, total: 1 })
  expect(startMirror(url, 'bob').job).toMatchObject({ id, actor: 'ann' })
  expect(() => startMirror('https://mirror.test/x.zip?key=other', 'ann')).toThrow('Another install')
  expect(() => start('install', '26.6.1')).toThrow('Another install')
  const joined = mirror(url, 'bob')
  resolve()
  expect(await joined).toMatchObject({ name: 'x.zip' })
  expect(did).toEqual([`fetch ${url}`])
  expect(job()).toMatchObject({ state: 'done', done: 1, file: { name: 'x.zip' } })
  expect(job()?.percent).toBeUndefined()
  expect(JSON.stringify(job())).not.toContain('secret')
})
