import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { core, depsFor as depsIn, program, reply, sha256, site } from '#test/fixtures/release-site.ts'
import { type ZipEntry, zipOf } from '#test/fixtures/zip.ts'
import type { Reply } from '../../platform/egress/safe-fetch.ts'
import { silentLog } from '../../platform/log.ts'
import { probeVersion } from './binary-version.ts'
import { digestOf } from './download.ts'
import { cachedPath, type InstallDeps, installCore, provideCore } from './install.ts'
import { locateCore, managedPath } from './locate.ts'
import { createReleases } from './releases.ts'
import { checkInstalled, noteFile } from './trusted-binary.ts'
import { unzipCore } from './unzip.ts'

/** The head of a program for another processor. */
const forArm = Buffer.alloc(64)
forArm.write('\x7fELF\x02\x01', 'latin1')
forArm.writeUInt16LE(183, 18)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-install-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const depsFor = (egress: InstallDeps['egress'], more: Partial<InstallDeps> = {}) =>
  depsIn(folder, egress, more)

describe('an install', () => {
  it('downloads the matching release, checks it against the committed hash, and copies it into the panel', async () => {
    const { asked, egress, known } = site(zipOf([{ name: 'geoip.dat', data: Buffer.from('x') }, core()]))
    const { deps, said } = depsFor(egress, { known })
    const path = await installCore(join(folder, 'bin'), 'v26.7.28', deps)
    expect(path).toBe(join(folder, 'bin', 'xray-linux-amd64'))
    expect(await probeVersion(path)).toBe('26.7.28')
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(statSync(path).ino).not.toBe(statSync(cachedPath('26.7.28', deps.env, 'x64')).ino)
    expect(statSync(noteFile(path)).mode & 0o777).toBe(0o600)
    expect(asked.map(({ url }) => url)).toEqual([
      'https://github.com/XTLS/Xray-core/releases/download/v26.7.28/Xray-linux-64.zip',
    ])
    expect(asked[0]?.options).toMatchObject({ expectStatus: [200], maxBytes: 200 * 1024 * 1024 })
    expect(said.map(({ step }) => step)).toEqual(['download', 'verify', 'unpack', 'copy', 'done'])
  })

  it('downloads a version once, and replaces it with another one', async () => {
    const first = site(zipOf([core()]))
    const bin = join(folder, 'bin')
    await installCore(bin, '26.7.28', depsFor(first.egress, { known: first.known }).deps)
    await installCore(bin, '26.7.28', depsFor(first.egress, { known: first.known }).deps)
    expect(first.asked).toHaveLength(1)
    const other = zipOf([core('26.6.27')])
    const { deps } = depsFor(site(other).egress, { confirmed: sha256(other) })
    const path = await installCore(bin, '26.6.27', deps)
    expect(await probeVersion(path)).toBe('26.6.27')
    await checkInstalled(path, silentLog)
    expect(readdirSync(bin).sort()).toEqual(['xray-linux-amd64', 'xray-linux-amd64.note.json'])
  })

  it.each([
    ['another SHA-256', () => ({ ...site(zipOf([core()])), known: () => 'a'.repeat(64) }), 'and not aaaa'],
    [
      'an unknown archive without a SHA-256',
      () => ({ ...site(zipOf([core()]), 'MD5= 00'), known: () => undefined }),
      'has no SHA-256',
    ],
    [
      'no program',
      () => site(zipOf([{ name: 'bin/xray', data: program('1') }])),
      'does not hold a file named xray',
    ],
    ['a program of another version', () => site(zipOf([core('26.6.27')])), 'says that it is 26.6.27'],
    [
      'a program for another processor',
      () => site(zipOf([{ name: 'xray', data: forArm }])),
      'the kind arm64',
    ],
  ])('refuses %s and leaves nothing behind', async (_what, make, sentence) => {
    const { egress, known } = make()
    const { deps } = depsFor(egress, { known })
    await expect(provideCore('26.7.28', deps)).rejects.toThrow(sentence)
    expect(readdirSync(dirname(cachedPath('26.7.28', deps.env, 'x64')))).toEqual([])
  })

  it.each(['../../etc', '26.7', 'latest', ''])(
    'refuses %j as a version before anything is asked',
    async (version) => {
      const { asked, egress } = site(zipOf([core()]))
      await expect(provideCore(version, depsFor(egress).deps)).rejects.toThrow('is not a version of Xray')
      expect(asked).toEqual([])
    },
  )

  it('refuses a version that the panel does not support', async () => {
    const { asked, egress } = site(zipOf([core('26.4.24')]))
    await expect(provideCore('26.4.24', depsFor(egress).deps)).rejects.toThrow('Use 26.4.25 or newer')
    expect(asked).toEqual([])
  })

  it('tells what to do without network and Go', async () => {
    const fails = async () => {
      throw new Refusal('other.said', { reason: 'github.com could not be reached' })
    }
    const { deps } = depsFor(
      { safeFetch: fails, safeDownload: fails },
      { env: { XDG_CACHE_HOME: folder, PATH: folder } },
    )
    const refused = (version: string) => provideCore(version, deps).catch((error: Error) => error.message)
    expect(await refused('26.7.28')).toMatch(
      /github.com could not be reached.*GOPROXY.*sluice core install -file/,
    )
    expect(await refused('26.6.27')).toMatch(/Check the network and try again.*name a binary of your own/)
  })

  it('builds with Go if the release cannot be downloaded, and refuses a failed build', async () => {
    const fails = async () => {
      throw new Refusal('other.said', { reason: 'github.com could not be reached' })
    }
    writeFileSync(join(folder, 'go.mod'), '')
    const go = join(folder, 'go')
    const version = '[ "$1" = version ] && { echo go version go1.26.1 linux/amd64; exit 0; }\n'
    const script = `#!/bin/sh\n${version}[ "$1" = list ] && exit 0\n[ "$2" = -mod=readonly ] || exit 9\n[ -n "$SECRET" ] && exit 8\nprintf '#!/bin/sh\\necho "Xray 26.7.28"\\n' > "$9"\n`
    writeFileSync(go, script)
    chmodSync(go, 0o755)
    const env = { XDG_CACHE_HOME: folder, PATH: folder, SECRET: 'x' }
    const { deps, said } = depsFor({ safeFetch: fails, safeDownload: fails }, { env, moduleFolder: folder })
    expect(await probeVersion(await provideCore('26.7.28', deps))).toBe('26.7.28')
    expect(said.map(({ step }) => step)).toContain('build')
    rmSync(cachedPath('26.7.28', env, 'x64'))
    writeFileSync(go, `#!/bin/sh\n${version}echo "go: no such module" >&2\nexit 1\n`)
    await expect(provideCore('26.7.28', deps)).rejects.toThrow('go: no such module')
  })
})

describe('an archive', () => {
  const unpack = (entries: ZipEntry[], most?: number) => {
    writeFileSync(join(folder, 'a.zip'), zipOf(entries))
    return unzipCore(join(folder, 'a.zip'), join(folder, 'out'), most === undefined ? {} : { most })
  }

  it.each([
    ['a link', [{ ...core(), mode: 0o120777 }], undefined, 'holds a link'],
    ['a program over the cap', [core()], 10, 'larger than allowed'],
    ['a program that unfolds to more than it claims', [{ ...core(), claims: 5 }], undefined, 'broken'],
    ['a path out of the folder', [{ name: '../xray', data: program('1') }, core()], undefined, 'broken'],
  ])('with %s is refused', async (_what, entries, most, sentence) => {
    await expect(unpack(entries, most)).rejects.toThrow(sentence)
    expect(existsSync(join(dirname(folder), 'xray'))).toBe(false)
  })

  it('that is invalid is refused', async () => {
    writeFileSync(join(folder, 'a.zip'), 'hello')
    await expect(unzipCore(join(folder, 'a.zip'), join(folder, 'out'))).rejects.toThrow('cannot be read')
  })
})

it('reads the digest of old and new releases, and of nothing else', () => {
  const hex = 'A'.repeat(64)
  expect(digestOf(`SHA2-256= ${hex}`)).toBe(hex.toLowerCase())
  expect(digestOf(`SHA256= ${hex}\n`)).toBe(hex.toLowerCase())
  expect(digestOf(`SHA2-512= ${hex}`)).toBeUndefined()
})

it('locates by name first, then in its own folder, then on the PATH', () => {
  const managed = managedPath(folder, 'x64')
  const place = (file: string) => {
    writeFileSync(file, '')
    chmodSync(file, 0o755)
  }
  const locate = (env: NodeJS.ProcessEnv) => locateCore({ binFolder: folder, env, arch: 'x64' })
  expect(locate({ PATH: folder })).toBeUndefined()
  place(join(folder, 'xray'))
  chmodSync(folder, 0o777)
  expect(locate({ PATH: folder })).toBeUndefined() // anybody could have put it there
  chmodSync(folder, 0o770)
  expect(locate({ PATH: `relative:${folder}` })).toEqual({ path: join(folder, 'xray'), from: 'PATH' })
  place(managed)
  expect(locate({ PATH: folder })).toEqual({ path: managed, from: 'managed folder' })
  expect(locate({ PATH: folder, SLUICE_CORE_BIN: '/opt/x' })).toEqual({
    path: '/opt/x',
    from: 'SLUICE_CORE_BIN',
  })
})

it('lists supported releases once in 15 minutes, and the cached list if the request fails', async () => {
  let now = 0
  let calls = 0
  let answer: () => Reply = () =>
    reply(
      JSON.stringify(
        ['v26.4.24', 'v26.4.25', 'v26.7.28', 'v26.7.28', 'nightly', 'v26.10.1'].map((tag_name) => ({
          tag_name,
        })),
      ),
    )
  const releases = createReleases({
    now: () => now,
    egress: {
      safeFetch: async () => {
        calls++
        return answer()
      },
    },
  })
  expect(await releases.list()).toEqual(['26.10.1', '26.7.28', '26.4.25'])
  answer = () => {
    throw new Refusal('other.said', { reason: 'no network' })
  }
  now = 899_999
  await releases.list()
  expect(calls).toBe(1)
  now = 900_000
  expect(await releases.list()).toHaveLength(3)
  expect(calls).toBe(2)
})
