import { createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Coded } from '#contract/coded.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { type DownloadDeps, inTens } from './download.ts'
import { cacheFolder, corePlatform } from './platform.ts'
import { stepOf } from './progress.ts'
import { closeFolders } from './trusted-binary.ts'
import { unpackToolchain } from './unzip-toolchain.ts'

/** A Go that the module servers have, with its hash for each processor as `go mod download` would compute it. */
export interface Toolchain {
  version: string
  /** Of the archive, for people. */
  megabytes: number
  h1: Readonly<Record<string, string>>
}

/**
 * Both hashes are what `go mod download` computes, with the public checksum database on. The files of the amd64 archive were
 * also compared with an installed Go of this version.
 */
export const pinnedToolchain: Toolchain = {
  version: '1.26.8',
  megabytes: 72,
  h1: {
    amd64: 'h1:ZOmGe1OnfREDMIdb1Qi4G9JSuDPBLGExZMQ4nis1RXM=',
    arm64: 'h1:sYL/O6MqS68ML0kjsQ36WoYIpJqkw60TxizWUYUKQMc=',
  },
}

const MOST_BYTES = 150 * 1024 * 1024
const DOWNLOAD_MS = 20 * 60_000

export interface ToolchainDeps extends DownloadDeps {
  env: NodeJS.ProcessEnv
  /** Overridden in tests. */
  toolchain?: Toolchain | undefined
}

const folderOf = ({ version }: Toolchain, env: NodeJS.ProcessEnv, arch: string): string =>
  join(dirname(cacheFolder(env)), 'go', `${version}-${arch}`)

/**
 * Go for a machine that has none: from a module server, verified by its pinned hash, used only to build the core. All of
 * it is in one folder that is removed when the core was built.
 */
export async function provideGo(deps: ToolchainDeps) {
  const { env, toolchain = pinnedToolchain } = deps
  const { goArch } = corePlatform(deps.arch)
  const h1 = toolchain.h1[goArch]
  if (!h1) throw new Refusal('core.go-unknown-for-processor', { go: toolchain.version, arch: goArch })
  const folder = folderOf(toolchain, env, goArch)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  closeFolders([dirname(dirname(folder)), dirname(folder), folder])
  const root = join(folder, 'root')
  if (!existsSync(root)) await fetchInto(root, folder, { ...deps, toolchain, goArch, h1 })
  return {
    go: join(root, 'bin', 'go'),
    env: {
      GOTOOLCHAIN: 'local',
      GOROOT: root,
      GOPATH: join(folder, 'path'),
      GOMODCACHE: join(folder, 'modules'),
      GOCACHE: join(folder, 'build'),
      // Without it the module cache is read-only and cannot be removed.
      GOFLAGS: [env.GOFLAGS, '-modcacherw'].filter(Boolean).join(' '),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

type Fetch = ToolchainDeps & { toolchain: Toolchain; goArch: string; h1: string }

/** From the first server that has it; the folder appears under its name only when its hash is right. */
async function fetchInto(root: string, folder: string, deps: Fetch): Promise<void> {
  const proxies = goProxies(deps.env.GOPROXY)
  let failure: Coded = coded('core.go-proxy-none')
  for (const proxy of proxies) {
    const workshop = mkdtempSync(join(folder, 'new-'))
    try {
      return await fetchFrom(proxy, root, workshop, deps)
    } catch (error) {
      failure = codedOf(error)
      if (deps.signal?.aborted) break
    } finally {
      rmSync(workshop, { recursive: true, force: true })
    }
  }
  throw Refusal.of(failure)
}

async function fetchFrom(
  proxy: ReturnType<typeof goProxies>[number],
  root: string,
  workshop: string,
  deps: Fetch,
): Promise<void> {
  const { egress, report, signal, toolchain, goArch, h1 } = deps
  const go = toolchain.version
  const module = `golang.org/toolchain@v0.0.1-go${go}.linux-${goArch}`
  const archive = join(workshop, 'go.zip')
  const sink = createWriteStream(archive, { mode: 0o600, flags: 'wx' })
  sink.on('error', () => {}) // the download reports it; after a failure nothing else listens
  await egress.safeDownload(`${proxy.url}/${module.replace('@', '/@v/')}.zip`, sink, {
    expectStatus: [200],
    maxBytes: MOST_BYTES,
    timeoutMs: DOWNLOAD_MS,
    headers: proxy.headers,
    // Named by whoever starts the panel, or the usual one where a network has its own answer for that name. No caller
    // chooses the address, and what it sends is compared with the pinned hash.
    allowPrivateAddress: true,
    ...(signal && { signal }),
    onProgress: inTens((percent) =>
      report(stepOf('download', coded('core-step.go-downloaded', { go, percent }), Math.round(percent / 5))),
    ),
  })
  report(stepOf('unpack', coded('core-step.go-unpacking', { go }), 20))
  const unpacked = join(workshop, 'root')
  const found = await unpackToolchain(archive, unpacked, { prefix: `${module}/` })
  if (found !== h1)
    throw new Refusal('core.go-hash-mismatch', { go, host: new URL(proxy.url).hostname, found, expected: h1 })
  try {
    renameSync(unpacked, root)
  } catch (error) {
    if (!existsSync(root)) throw error // another panel was faster
  }
}

/** What Go itself uses if nothing is set. */
export const usualGoProxy = 'https://proxy.golang.org'

/**
 * The servers that GOPROXY names, in order; the usual one if it is not set. `direct` and `off` name none: Go itself
 * cannot be fetched from a repository. Credentials become a header, because a URL may be quoted in an error.
 */
export function goProxies(setting: string | undefined) {
  return (setting?.trim() || usualGoProxy).split(/[,|]/).flatMap((part) => {
    const text = part.trim()
    if (text === '' || text === 'direct' || text === 'off') return []
    const url = URL.parse(text.includes('://') ? text : `https://${text}`)
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return []
    const { username, password } = url
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    url.username = ''
    url.password = ''
    const headers: Record<string, string> =
      username === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
    return [{ url: url.href.endsWith('/') ? url.href.slice(0, -1) : url.href, headers }]
  })
}
