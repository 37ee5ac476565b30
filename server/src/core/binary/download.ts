import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import type { Outbound } from '../../platform/egress/safe-fetch.ts'
import { corePlatform } from './platform.ts'
import type { Report } from './progress.ts'
import { hashFile } from './trusted-binary.ts'
import { MOST_BYTES, unzipCore } from './unzip.ts'

const releaseUrl = (version: string, file: string) =>
  `https://github.com/XTLS/Xray-core/releases/download/v${version}/${file}`

/** The line `SHA2-256= <hex>` of a release's `.dgst` file. */
export function digestOf(text: string): string | undefined {
  return /^SHA2?-?256\b[^=\n]*=\s*([0-9a-f]{64})\s*$/im.exec(text)?.[1]?.toLowerCase()
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

const callOf = ({ signal }: Pick<DownloadDeps, 'signal'>) => ({
  expectStatus: [200],
  ...(signal && { signal }),
})

/** The SHA-256 that a release names for its archive. Archive and name come from one place: it proves nothing by itself. */
export async function releaseDigest(
  version: string,
  asset: string,
  deps: Pick<DownloadDeps, 'outbound' | 'signal'>,
): Promise<string> {
  const reply = await deps.outbound.safeFetch(releaseUrl(version, `${asset}.dgst`), callOf(deps))
  const named = digestOf(reply.text())
  if (!named) throw new Refusal('core.release-without-hash', { version, asset })
  return named
}

/**
 * The official release of one version into `target`: status 200 only, 200 MiB by header and by body, with the SHA-256 that
 * is expected. Whatever fails leaves nothing behind.
 */
export async function downloadCore(
  version: string,
  folder: string,
  target: string,
  expected: string,
  deps: DownloadDeps,
): Promise<void> {
  const { outbound, report } = deps
  const { asset } = corePlatform(deps.arch)
  const archive = join(folder, asset)
  try {
    report({ step: 'download', message: `Downloading Xray ${version} (${asset}) ...` })
    const sink = createWriteStream(archive, { mode: 0o600, flags: 'wx' })
    sink.on('error', () => {}) // the download tells it; after a failed one nobody else would hear it
    const onProgress = inTens((percent) =>
      // The rest is for checking and unpacking.
      report({
        step: 'download',
        percent: Math.round(percent * 0.8),
        message: `Downloading Xray ${version}: ${percent} %`,
      }),
    )
    await outbound.safeDownload(releaseUrl(version, asset), sink, {
      ...callOf(deps),
      maxBytes: MOST_BYTES,
      onProgress,
    })
    report({ step: 'verify', percent: 85, message: 'Checking its SHA-256 ...' })
    const found = await hashFile(archive)
    if (found !== expected)
      throw new Refusal('core.hash-mismatch', { asset, version, found, expected })
    report({ step: 'unpack', percent: 90, message: 'Unpacking ...' })
    await unzipCore(archive, target)
  } finally {
    rmSync(archive, { force: true })
  }
}
