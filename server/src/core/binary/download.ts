import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { coded, Refusal } from '#domain/refusal.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import { hashFile } from '../../platform/files.ts'
import { corePlatform } from './platform.ts'
import { type Report, stepOf } from './progress.ts'
import { MOST_BYTES, unzipCore } from './unzip.ts'

const releaseUrl = (version: string, file: string) =>
  `https://github.com/XTLS/Xray-core/releases/download/v${version}/${file}`

/** A slow line is not a broken one. */
const DOWNLOAD_MS = 10 * 60_000

/** The line `SHA2-256= <hex>` of a release's `.dgst` file. */
export function digestOf(text: string): string | undefined {
  return /^SHA2?-?256\b[^=\n]*=\s*([0-9a-f]{64})\s*$/im.exec(text)?.[1]?.toLowerCase()
}

/** Reports every tenth; never if the total is unknown. */
export function inTens(tell: (percent: number) => void) {
  let told = 0
  return (received: number, total: number | undefined): void => {
    const percent = total ? Math.floor((received / total) * 10) * 10 : 0
    if (percent <= told || percent > 100) return
    told = percent
    tell(percent)
  }
}

export interface DownloadDeps {
  egress: Pick<Egress, 'safeFetch' | 'safeDownload'>
  report: Report
  arch?: string | undefined
  signal?: AbortSignal | undefined
}

const callOf = ({ signal }: Pick<DownloadDeps, 'signal'>) => ({
  expectStatus: [200],
  ...(signal && { signal }),
})

/** The SHA-256 that a release names for its archive. Both come from the same source, so it proves nothing by itself. */
export async function releaseDigest(
  version: string,
  asset: string,
  deps: Pick<DownloadDeps, 'egress' | 'signal'>,
): Promise<string> {
  const reply = await deps.egress.safeFetch(releaseUrl(version, `${asset}.dgst`), callOf(deps))
  const named = digestOf(reply.text())
  if (!named) throw new Refusal('core.release-without-hash', { version, asset })
  return named
}

/**
 * Downloads the official release of one version to `target`: status 200 only, at most 200 MiB by header and by body,
 * with the expected SHA-256. A failure leaves no files behind.
 */
export async function downloadCore(
  version: string,
  folder: string,
  target: string,
  expected: string,
  deps: DownloadDeps,
): Promise<void> {
  const { egress, report } = deps
  const { asset } = corePlatform(deps.arch)
  const archive = join(folder, asset)
  try {
    report(stepOf('download', coded('core-step.downloading', { version, asset })))
    const sink = createWriteStream(archive, { mode: 0o600, flags: 'wx' })
    sink.on('error', () => {}) // the download reports it; after a failure nothing else listens
    const onProgress = inTens((percent) =>
      // The rest is for checking and unpacking.
      report(
        stepOf('download', coded('core-step.downloaded', { version, percent }), Math.round(percent * 0.8)),
      ),
    )
    await egress.safeDownload(releaseUrl(version, asset), sink, {
      ...callOf(deps),
      maxBytes: MOST_BYTES,
      timeoutMs: DOWNLOAD_MS,
      onProgress,
    })
    report(stepOf('verify', coded('core-step.checking'), 85))
    const found = await hashFile(archive)
    if (found !== expected) throw new Refusal('core.hash-mismatch', { asset, version, found, expected })
    report(stepOf('unpack', coded('core-step.unpacking'), 90))
    await unzipCore(archive, target, { arch: deps.arch })
  } finally {
    rmSync(archive, { force: true })
  }
}
