import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { type ZipEntry, zipOf } from '#test/fixtures/zip.ts'
import type { CallOptions } from '../../platform/egress/call.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import { probeVersion } from './binary-version.ts'
import { goProxies, pinnedToolchain, usualGoProxy } from './go-toolchain.ts'
import { provideCore } from './install.ts'
import type { Progress } from './progress.ts'
import { unpackToolchain } from './unzip-toolchain.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-go-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const usualHost = new URL(usualGoProxy).hostname
const prefix = 'golang.org/toolchain@v0.0.1-go1.26.8.linux-amd64/'
/** Stands for Go: lists two packages, then "builds" a program that says its version. */
const go = `#!/bin/sh
[ "$GOTOOLCHAIN" = local ] && [ -n "$GOCACHE" ] && [ -z "$GOARCH$SECRET" ] || exit 9
if [ "$1" = list ]; then echo "go: downloading x v1" >&2; echo a; echo b; exit 0; fi
[ "$1 $2 $3" = "build -mod=readonly -v" ] || exit 8
printf 'a\\nb\\n' >&2
printf '#!/bin/sh\\necho "Xray 26.7.28"\\n' > "$9"
`
const file = (name: string, text: string): ZipEntry => ({ name: prefix + name, data: Buffer.from(text) })
const entries = () => [
  file('bin/go', go),
  file('src/_go.mod', 'module std'),
  file('src/fmt/print.go', 'package fmt'),
  file('src/fmt/print_test.go', 'package fmt'),
  file('src/cmd/go/main.go', 'package main'),
]

/** As `go mod download` computes it. */
function h1Of(files: readonly ZipEntry[]): string {
  const lines = files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, data }) => `${createHash('sha256').update(data).digest('hex')}  ${name}\n`)
  return `h1:${createHash('sha256').update(lines.join('')).digest('base64')}`
}

/** Servers by host; one without an archive answers 404. */
function mirrors(by: Record<string, Buffer | undefined>) {
  const asked: { url: string; options: CallOptions }[] = []
  const fails = async () => {
    throw new Refusal('other.said', { reason: 'github.com could not be reached' })
  }
  const safeDownload: Egress['safeDownload'] = async (url, sink, options = {}) => {
    asked.push({ url, options })
    const body = by[new URL(url).hostname]
    if (!body) throw new Refusal('egress.http-status', { host: new URL(url).hostname, status: 404 })
    options.onProgress?.(body.length, body.length)
    await new Promise<void>((resolve) => sink.end(body, resolve))
    return { status: 200, headers: new Map(), size: body.length }
  }
  return { asked, egress: { safeFetch: fails, safeDownload } }
}

async function build(by: Record<string, Buffer | undefined>, env: Record<string, string> = {}) {
  const said: Progress[] = []
  const { asked, egress } = mirrors(by)
  writeFileSync(join(folder, 'go.mod'), '')
  const core = provideCore('26.7.28', {
    egress,
    env: { XDG_CACHE_HOME: folder, PATH: '/nowhere', SECRET: 'x', GOARCH: 'mips', ...env },
    arch: 'x64',
    moduleFolder: folder,
    toolchain: { version: '1.26.8', megabytes: 1, h1: { amd64: h1Of(entries()) } },
    report: (step) => void said.push(step),
  })
  return { core, asked, said }
}

describe('a machine without Go', () => {
  it('builds the pinned core with the Go of a module server, and keeps nothing of that', async () => {
    const { core, asked, said } = await build({ [usualHost]: zipOf(entries()) })
    expect(await probeVersion(await core)).toBe('26.7.28')
    expect(asked.map(({ url }) => url)).toEqual([
      `${usualGoProxy}/golang.org/toolchain/@v/v0.0.1-go1.26.8.linux-amd64.zip`,
    ])
    expect(asked[0]?.options).toMatchObject({ expectStatus: [200], maxBytes: 150 * 1024 * 1024 })
    expect(said.map(({ messageCoded }) => messageCoded.code)).toEqual([
      'core-step.go-needed',
      'core-step.go-downloaded',
      'core-step.go-unpacking',
      'core-step.fetching-modules',
      'core-step.built',
    ])
    expect(said.map(({ percent }) => percent)).toEqual([0, 20, 20, 25, 85])
    expect(readdirSync(join(folder, 'sluice', 'go'))).toEqual([])
  })

  it('asks the servers of GOPROXY in order, with their credentials in a header', async () => {
    const { core, asked } = await build(
      { 'b.test': zipOf(entries()) },
      { GOPROXY: 'https://a.test|http://u:p@b.test/go/,direct' },
    )
    await core
    expect(asked.map(({ url }) => url.replace(/golang\.org.*/, ''))).toEqual([
      'https://a.test/',
      'http://b.test/go/',
    ])
    expect(asked.map(({ options }) => options.headers)).toEqual([{}, { authorization: 'Basic dTpw' }])
  })

  it('runs nothing of an archive with another hash, and says so', async () => {
    const changed = [...entries().slice(1), file('bin/go', `${go}touch ${join(folder, 'ran')}\n`)]
    const { core } = await build({ [usualHost]: zipOf(changed) })
    await expect(core).rejects.toThrow(/Go 1\.26\.8 from \S+ has the hash h1:.* not h1:/)
    expect(existsSync(join(folder, 'ran'))).toBe(false)
    expect(readdirSync(join(folder, 'sluice', 'go', '1.26.8-amd64'))).toEqual([])
  })

  it('uses the Go on the PATH only if it can build the core', async () => {
    const old = `#!/bin/sh\n[ "$1" = version ] && echo "go version go1.22.2 linux/amd64"\n`
    writeFileSync(join(folder, 'go'), old, { mode: 0o755 })
    const { core, asked } = await build({ [usualHost]: zipOf(entries()) }, { PATH: folder })
    await core
    expect(asked).toHaveLength(1)
  })

  it('says what to do if GOPROXY allows no server', async () => {
    const { core, asked } = await build({}, { GOPROXY: 'off' })
    await expect(core).rejects.toThrow(/GOPROXY names no server.*sluice core install -file/)
    expect(asked).toEqual([])
  })
})

describe('the archive of a toolchain', () => {
  const unpack = (files: ZipEntry[], limits?: { entries: number; fileBytes: number; bytes: number }) => {
    writeFileSync(join(folder, 'go.zip'), zipOf(files))
    return unpackToolchain(join(folder, 'go.zip'), join(folder, 'root'), {
      prefix,
      ...(limits && { limits }),
    })
  }

  it('is unpacked without what no build reads, with programs that can run', async () => {
    expect(await unpack(entries())).toBe(h1Of(entries()))
    const root = join(folder, 'root')
    expect(readdirSync(root, { recursive: true }).sort()).toEqual([
      ...['bin', 'bin/go', 'src', 'src/fmt', 'src/fmt/print.go', 'src/go.mod'],
    ])
    expect(statSync(join(root, 'bin/go')).mode & 0o777).toBe(0o700)
    expect(statSync(join(root, 'src/go.mod')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(root, 'src/go.mod'), 'utf8')).toBe('module std')
  })

  const wide = { entries: 10, fileBytes: 10_000, bytes: 20_000 }
  it.each([
    ['too many files', entries(), { ...wide, entries: 4 }, 'larger than allowed'],
    ['a large file', entries(), { ...wide, fileBytes: 20 }, 'larger than allowed'],
    ['too many bytes', entries(), { ...wide, bytes: 100 }, 'larger than allowed'],
    ['a file that unfolds to more than it claims', [{ ...file('bin/go', go), claims: 5 }], wide, 'unpacked'],
    ['a link', [{ ...file('bin/go', '/bin/sh'), mode: 0o120777 }], wide, 'unexpected entry'],
    ['a path outside', [{ name: `${prefix}../x`, data: Buffer.from('') }], wide, 'unpacked'],
    ['another module', [{ name: 'other/x', data: Buffer.from('') }], wide, 'unexpected entry other/x'],
    ['one file twice', [file('a/b', ''), file('a/b', 'x')], wide, 'twice'],
  ])('with %s is refused', async (_what, files, limits, sentence) => {
    await expect(unpack(files, limits)).rejects.toThrow(sentence)
  })
})

it('reads GOPROXY as Go does', () => {
  const urls = (setting?: string) => goProxies(setting).map(({ url }) => url)
  expect(urls()).toEqual([usualGoProxy])
  expect(urls(' ')).toEqual([usualGoProxy])
  expect(urls('https://a.test/x/ , b.test|direct')).toEqual(['https://a.test/x', 'https://b.test'])
  expect(urls('off')).toEqual([])
  expect(urls('file:///srv/go,direct')).toEqual([])
})

it('pins Go for both processors that a package is made for', () => {
  for (const arch of ['amd64', 'arm64']) expect(pinnedToolchain.h1[arch]).toMatch(/^h1:[\w+/]{43}=$/)
})
