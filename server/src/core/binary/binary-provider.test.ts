import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import { silentLog } from '../../platform/log.ts'
import { createBinaryProvider } from './binary-provider.ts'
import { managedPath } from './locate.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-provider-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const zeros = '0'.repeat(64)
const hash = `SHA2-256= ${zeros}`

/** A release site that pauses in the middle of a download until it is released. */
function slowSite() {
  let go = () => {}
  const gone = new Promise<never>((_, reject) => {
    go = () => reject(new Refusal('other.said', { reason: 'no more' }))
  })
  gone.catch(() => {})
  const egress: Egress = {
    safeFetch: async () => ({
      status: 200,
      headers: new Map(),
      bytes: Buffer.from(hash),
      text: () => hash,
      json: async () => hash,
    }),
    async safeDownload(_url, sink, options) {
      for (const received of [5, 10, 12, 55, 100]) options?.onProgress?.(received, 100)
      sink.destroy()
      return gone
    },
    checkUrl: () => gone,
  }
  return { egress, go }
}

function stage() {
  const told: [string, number | undefined][] = []
  const { egress, go } = slowSite()
  const provider = createBinaryProvider({
    binFolder: join(folder, 'bin'),
    env: { XDG_CACHE_HOME: folder, PATH: '' },
    egress,
    log: silentLog,
    events: { notify: ({ message, percent }) => told.push([message, percent]) },
  })
  return { provider, told, go }
}

it('does not return another version than the requested one; installs of the same one are shared', async () => {
  const { provider, told, go } = stage()
  const installing = [provider.install('26.6.1', zeros), provider.install('26.6.1', zeros)].map((one) =>
    one.catch(String),
  )
  await expect.poll(() => provider.progress()?.percent).toBe(80)
  await expect(provider.install('26.5.1')).rejects.toThrow('Xray 26.6.1 is being installed')
  go()
  expect(await Promise.all(installing)).toEqual([
    expect.stringContaining('no more'),
    expect.stringContaining('no more'),
  ])
  expect(told.filter(([message]) => message.includes('(Xray-linux'))).toHaveLength(1)
  expect(provider.progress()).toBeUndefined()
})

it('tells how far it is at every tenth, and says so to whoever asks for the state', async () => {
  const { provider, told, go } = stage()
  const installing = provider.install('26.6.1', zeros).catch(String)
  await expect
    .poll(() => provider.trouble())
    .toEqual({ code: 'core-step.downloaded', params: { version: '26.6.1', percent: 100 } })
  expect(told.map(([, percent]) => percent)).toEqual([undefined, 8, 40, 80])
  go()
  await installing
})

it('does not run a core in its folder that was changed', async () => {
  const { provider } = stage()
  const core = managedPath(join(folder, 'bin'))
  mkdirSync(join(folder, 'bin'), { mode: 0o700 })
  writeFileSync(core, '#!/bin/sh\necho "Xray 26.7.28"\n', { mode: 0o700 })
  expect(await provider.provide()).toBe(core) // from an earlier version of the panel: recorded from now on
  appendFileSync(core, `touch ${join(folder, 'ran')}\n`)
  await expect(provider.provide()).rejects.toThrow('is not the one that was installed')
  expect(provider.trouble()?.code).toBe('core.replaced')
  expect(existsSync(join(folder, 'ran'))).toBe(false)
})

it("an operator's choice goes before the build that a start began, and a start waits for it", async () => {
  let began = 0
  const safeDownload: Egress['safeDownload'] = (_url, sink, options) =>
    new Promise((_, reject) => {
      began++
      sink.destroy()
      options?.signal?.addEventListener('abort', () => reject(new Refusal('egress.cancelled', { host: 'x' })))
    })
  const fails = () => Promise.reject(new Refusal('other.said', { reason: 'no network' }))
  const provider = createBinaryProvider({
    binFolder: join(folder, 'bin'),
    env: { XDG_CACHE_HOME: folder, PATH: '' },
    egress: { safeFetch: fails, safeDownload, checkUrl: fails },
    log: silentLog,
    events: { notify: () => {} },
  })
  const starting = provider.provide().catch(String)
  await expect.poll(() => began).toBe(1)
  const done = await provider.takeOver()
  expect(await starting).toContain('could not be installed')
  await expect(provider.provide()).rejects.toThrow('Another install of the core is running')
  const chosen = provider.install('26.6.1', zeros).catch(String)
  await expect.poll(() => began).toBe(2)
  await expect(provider.takeOver()).rejects.toThrow('Xray 26.6.1 is being installed')
  provider.abort()
  expect(await chosen).toContain('could not be installed')
  done()
})
