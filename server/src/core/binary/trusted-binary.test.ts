import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Refusal } from '#domain/refusal.ts'
import { core, depsFor as depsIn, program, sha256, site } from '#test/fixtures/release-site.ts'
import { zipOf } from '#test/fixtures/zip.ts'
import { silentLog } from '../../platform/log.ts'
import { probeVersion } from './binary-version.ts'
import { cachedPath, type InstallDeps, installCore, provideCore } from './install.ts'
import { checkInstalled, noteFile, openToOthers, placeBinary } from './trusted-binary.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-trusted-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const depsFor = (egress: InstallDeps['egress'], more: Partial<InstallDeps> = {}) =>
  depsIn(folder, egress, more)

describe('a version whose hash the panel does not know', () => {
  const archive = zipOf([core('26.6.27')])
  const refusalOf = (version: string, deps: InstallDeps) =>
    provideCore(version, deps).catch((error: Refusal) => error)

  it('is not installed before an operator confirms the hash that its release names', async () => {
    const { asked, egress } = site(archive)
    const refusal = await refusalOf('26.6.27', depsFor(egress).deps)
    expect(refusal).toMatchObject({ field: 'sha256', message: expect.stringContaining(sha256(archive)) })
    expect(asked.map(({ url }) => url.split('/').at(-1))).toEqual(['Xray-linux-64.zip.dgst'])
    const wrong = depsFor(egress, { confirmed: 'b'.repeat(64) }).deps
    expect(await refusalOf('26.6.27', wrong)).toMatchObject({
      message: expect.stringContaining('and not bbbb'),
    })
    const right = depsFor(egress, { confirmed: sha256(archive) }).deps
    expect(await probeVersion(await provideCore('26.6.27', right))).toBe('26.6.27')
  })

  it('must be confirmed each time, also from the cache', async () => {
    const { asked, egress } = site(archive)
    const confirmed = depsFor(egress, { confirmed: sha256(archive) }).deps
    await provideCore('26.6.27', confirmed)
    const fetched = asked.length
    expect(await refusalOf('26.6.27', depsFor(egress).deps)).toMatchObject({ field: 'sha256' })
    await provideCore('26.6.27', confirmed)
    expect(asked).toHaveLength(fetched)
  })

  it('includes the pinned one, without a committed hash and without Go', async () => {
    const { egress } = site(zipOf([core()]))
    const refusal = await refusalOf('26.7.28', depsFor(egress, { known: () => undefined }).deps)
    expect(refusal).toMatchObject({ field: 'sha256', message: expect.stringContaining('does not know') })
  })

  it('cannot be confirmed against the committed hash', async () => {
    const { egress, known } = site(zipOf([core()]))
    const { deps } = depsFor(egress, { known, confirmed: 'c'.repeat(64) })
    expect(await refusalOf('26.7.28', deps)).toMatchObject({ field: 'sha256' })
  })
})

describe('a binary in the cache', () => {
  async function cached() {
    const { asked, egress, known } = site(zipOf([core()]))
    const { deps } = depsFor(egress, { known })
    const path = await provideCore('26.7.28', deps)
    asked.length = 0
    return { path, asked, again: () => provideCore('26.7.28', deps) }
  }
  const planted = program('26.7.28\necho planted')

  it('that was changed is downloaded again', async () => {
    const { path, asked, again } = await cached()
    appendFileSync(path, 'echo planted')
    expect(await again()).toBe(path)
    expect([asked.length, readFileSync(path)]).toEqual([1, program('26.7.28')])
  })

  it('without a record is downloaded again', async () => {
    const { path, asked, again } = await cached()
    writeFileSync(path, planted)
    rmSync(noteFile(path))
    await again()
    expect([asked.length, readFileSync(path)]).toEqual([1, program('26.7.28')])
  })

  it.each([
    ['others can write to it', (path: string) => chmodSync(path, 0o722)],
    ['others can write to its folder', (path: string) => chmodSync(dirname(path), 0o770)],
    [
      'it is a link',
      (path: string) => {
        rmSync(path)
        writeFileSync(`${path}-elsewhere`, program('26.7.28'), { mode: 0o700 })
        symlinkSync(`${path}-elsewhere`, path)
      },
    ],
  ])('is fetched anew where %s', async (_what, spoil) => {
    const { path, asked, again } = await cached()
    spoil(path)
    await again()
    expect(asked).toHaveLength(1)
    expect(openToOthers(path)).toBeUndefined()
  })

  const isRoot = process.getuid?.() === 0
  if (!isRoot)
    console.log('Not tested: a cache in a folder of another user, for only root can give a folder away.')
  it.runIf(isRoot)('is not kept in a folder of another user', async () => {
    const { path, again } = await cached()
    chownSync(dirname(dirname(path)), 65534, 65534)
    await expect(again()).rejects.toThrow('belongs to another user')
  })
})

describe('before each start', () => {
  async function installed() {
    const { egress, known } = site(zipOf([core()]))
    return installCore(join(folder, 'bin'), '26.7.28', depsFor(egress, { known }).deps)
  }

  it('the core is the one that was installed', async () => {
    const path = await installed()
    await checkInstalled(path, silentLog)
    appendFileSync(path, 'echo planted')
    await expect(checkInstalled(path, silentLog)).rejects.toThrow(
      /is not the one that was installed.*sluice core install/,
    )
  })

  it('changes in the cache do not matter', async () => {
    const path = await installed()
    appendFileSync(cachedPath('26.7.28', { XDG_CACHE_HOME: folder }, 'x64'), 'echo planted')
    await expect(checkInstalled(path, silentLog)).resolves.toBeUndefined()
  })

  it('write permission for others is removed if the hash is unchanged', async () => {
    const path = await installed()
    chmodSync(path, 0o777)
    chmodSync(dirname(path), 0o777)
    await checkInstalled(path, silentLog)
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o755, 0o755])
  })

  it('a core installed by an earlier version of the panel is recorded, unless others could write to it', async () => {
    const path = await installed()
    rmSync(noteFile(path))
    chmodSync(path, 0o722)
    await expect(checkInstalled(path, silentLog)).rejects.toThrow('other users can write to')
    chmodSync(path, 0o700)
    await checkInstalled(path, silentLog)
    appendFileSync(path, 'echo planted')
    await expect(checkInstalled(path, silentLog)).rejects.toThrow('is not the one')
  })

  it('a panel that was killed during a replacement finds a matching record', async () => {
    const path = await installed()
    const fresh = join(folder, 'fresh')
    writeFileSync(fresh, program('26.6.27'), { mode: 0o700 })
    const note = { version: '26.6.27', from: 'build' as const, sha256: [sha256(program('26.6.27'))] }
    expect(() => placeBinary(`${fresh}-missing`, path, note)).toThrow('ENOENT') // it fails right there
    await checkInstalled(path, silentLog)
    placeBinary(fresh, path, note)
    await checkInstalled(path, silentLog)
    writeFileSync(path, program('26.7.28'))
    await expect(checkInstalled(path, silentLog)).rejects.toThrow('is not the one')
  })
})
