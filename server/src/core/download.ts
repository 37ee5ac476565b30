import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#domain/refusal.ts'
import type { Outbound } from '../outbound/safe-fetch.ts'
import { corePlatform } from './platform.ts'
import type { Report } from './progress.ts'
import { MOST_BYTES, unzipCore } from './unzip.ts'

const releaseUrl = (version: string, file: string) =>
  `https://github.com/XTLS/Xray-core/releases/download/v${version}/${file}`

/** The line `SHA2-256= <hex>` of a release's `.dgst` file. */
export function digestOf(text: string): string | undefined {
  return /^SHA2?-?256\b[^=\n]*=\s*([0-9a-f]{64})\s*$/im.exec(text)?.[1]?.toLowerCase()
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Told at every tenth of what there is to get; never where nobody knows how much that is. */
function inTens(tell: (percent: number) => void) {
  let told = 0
  return (received: number, total: number | undefined): void => {
    const percent = total ? Math.floor((received / total) * 10) * 10 : 0
    if (percent <= told || percent > 100) return
    told = percent
    tell(percent)
  }
}

export interface DownloadDeps {
  outbound: Pick<Outbound, 'safeFetch' | 'safeDownload'>
  report: Report
  arch?: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * The official release of one version into `target`: status 200 only, 200 MiB by header and by body, its SHA-256 as the
 * release's digest file has it. Whatever fails leaves nothing behind.
 */
export async function downloadCore(
  version: string,
  folder: string,
  target: string,
  deps: DownloadDeps,
): Promise<void> {
  const { outbound, report, signal } = deps
  const { asset } = corePlatform(deps.arch)
  const archive = join(folder, asset)
  const call = { expectStatus: [200], ...(signal && { signal }) }
  try {
    report({ step: 'download', message: `Downloading Xray ${version} (${asset}) ...` })
    const expected = digestOf((await outbound.safeFetch(releaseUrl(version, `${asset}.dgst`), call)).text())
    if (!expected)
      throw new Refusal(`the release ${version} has no SHA-256 for ${asset}: it is not installed`)
    const sink = createWriteStream(archive, { mode: 0o600, flags: 'wx' })
    const onProgress = inTens((percent) =>
      // The rest is for checking and unpacking.
      report({
        step: 'download',
        percent: Math.round(percent * 0.8),
        message: `Downloading Xray ${version}: ${percent} %`,
      }),
    )
    await outbound.safeDownload(releaseUrl(version, asset), sink, {
      ...call,
      maxBytes: MOST_BYTES,
      onProgress,
    })
    report({ step: 'verify', percent: 85, message: 'Checking its SHA-256 ...' })
    if ((await sha256(archive)) !== expected) {
      throw new Refusal(
        `${asset} of ${version} does not have the SHA-256 of its release: it is not installed`,
      )
    }
    report({ step: 'unpack', percent: 90, message: 'Unpacking ...' })
    await unzipCore(archive, target)
  } finally {
    rmSync(archive, { force: true })
  }
}
