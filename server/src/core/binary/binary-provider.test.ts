import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import type { Outbound } from '../../platform/egress/safe-fetch.ts'
import { silentLog } from '../../platform/log.ts'
import { createGetter } from './binary-provider.ts'
import { managedPath } from './locate.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-getter-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const zeros = '0'.repeat(64)
const hash = `SHA2-256= ${zeros}`

/** A release site that stands still in the middle of a download until it is let go. */
function slowSite() {
  let go = () => {}
  const gone = new Promise<never>((_, reject) => {
    go = () => reject(new Refusal('other.said', { reason: 'no more' }))
  })
  gone.catch(() => {})
  const outbound: Outbound = {
    safeFetch: async () => ({
      status: 200,
      headers: new Map(),
      bytes: Buffer.from(hash),
      text: () => hash,
      json: () => hash,
    }),
    async safeDownload(_url, sink, options) {
      for (const received of [5, 10, 12, 55, 100]) options?.onProgress?.(received, 100)
      sink.destroy()
      return gone
    },
    checkUrl: () => gone,
  }
  return { outbound, go }
}

function stage() {
  const told: [string, number | undefined][] = []
  const { outbound, go } = slowSite()
  const getter = createGetter({
    binFolder: join(folder, 'bin'),
    env: { XDG_CACHE_HOME: folder, PATH: '' },
    outbound,
    log: silentLog,
    notify: ({ message, percent }) => told.push([message, percent]),
  })
  return { getter, told, go }
}

it('does not pass another version off as the one that was asked for; the same one is shared', async () => {
  const { getter, told, go } = stage()
  const installing = [getter.install('26.6.1', zeros), getter.install('26.6.1', zeros)].map((one) =>
    one.catch(String),
  )
  await expect.poll(() => getter.progress()?.percent).toBe(80)
  await expect(getter.install('26.5.1')).rejects.toThrow('Xray 26.6.1 is being installed')
  go()
  expect(await Promise.all(installing)).toEqual([
    expect.stringContaining('no more'),
    expect.stringContaining('no more'),
  ])
  expect(told.filter(([message]) => message.includes('(Xray-linux'))).toHaveLength(1)
  expect(getter.progress()).toBeUndefined()
})

it('tells how far it is at every tenth, and says so to whoever asks for the state', async () => {
  const { getter, told, go } = stage()
  const installing = getter.install('26.6.1', zeros).catch(String)
  await expect
    .poll(() => getter.trouble())
    .toEqual({ code: 'core-step.downloaded', params: { version: '26.6.1', percent: 100 } })
  expect(told.map(([, percent]) => percent)).toEqual([undefined, 8, 40, 80])
  go()
  await installing
})

it('does not run a core in its folder that is not the one it was', async () => {
  const { getter } = stage()
  const core = managedPath(join(folder, 'bin'))
  mkdirSync(join(folder, 'bin'), { mode: 0o700 })
  writeFileSync(core, '#!/bin/sh\necho "Xray 26.7.28"\n', { mode: 0o700 })
  expect(await getter.provide()).toBe(core) // of an earlier version of the panel: noted from now on
  appendFileSync(core, `touch ${join(folder, 'ran')}\n`)
  await expect(getter.provide()).rejects.toThrow('is not the one that was installed')
  expect(getter.trouble()?.code).toBe('core.replaced')
  expect(existsSync(join(folder, 'ran'))).toBe(false)
})
