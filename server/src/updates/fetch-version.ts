import { createWriteStream, existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseEntry } from '#contract/updates.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import { hashFile } from '../platform/files.ts'
import { programIn, readRelease } from '../platform/release/layout.ts'
import { placeVersion, sweepIncoming } from './version-folders.ts'

const downloadMs = 30 * 60_000
/** An archive of ours unpacks to about three times its size; then there must be room for the panel to go on writing. */
const roomFactor = 5

interface Deps {
  egress: Pick<Egress, 'safeDownload'>
  home: string
  arch: 'x64' | 'arm64'
  allowPrivateAddress: boolean
  signal: AbortSignal
  onStep(step: 'download' | 'unpack', percent: number): void
}

/** Is it what the list says? A mirror may hold another file under the same name, and a build may be mislabelled. */
function refuseOther(folder: string, { version, schema }: ReleaseEntry, arch: string): void {
  const found = readRelease(folder)
  const isIt = found?.version === version && found.arch === arch && found.schema === schema
  if (!isIt || !existsSync(programIn(folder)) || !existsSync(join(folder, 'bin', 'node')))
    throw new Refusal('update.other-release', { version })
}

/**
 * Fetches a release into its own folder among the versions. The archive must have the size and the SHA-256 of the signed
 * list. Nothing is left behind by a failure, and the folder is complete from the moment when it has its name.
 */
export async function fetchVersion(entry: ReleaseEntry, listUrl: string, deps: Deps): Promise<void> {
  const { home, arch, egress, onStep } = deps
  const { version } = entry
  const archive = entry.archives[arch]
  if (!archive) throw new Refusal('update.no-archive', { version, arch })
  sweepIncoming(home)
  const { bavail, bsize } = statfsSync(home)
  if (archive.size * roomFactor > bavail * bsize) throw new Refusal('storage.disk-full')
  const work = join(home, `.incoming-${version}`)
  mkdirSync(join(work, 'new'), { recursive: true, mode: 0o700 })
  try {
    onStep('download', 0)
    const file = join(work, 'archive')
    const sink = createWriteStream(file)
    sink.on('error', () => {}) // the call says so; one that fails at once leaves before the file is opened
    const { size } = await egress.safeDownload(new URL(archive.url, listUrl).href, sink, {
      maxBytes: archive.size,
      timeoutMs: downloadMs,
      expectStatus: [200],
      allowPrivateAddress: deps.allowPrivateAddress,
      signal: deps.signal,
      onProgress: (received) => onStep('download', Math.floor((received / archive.size) * 100)),
    })
    const found = await hashFile(file)
    if (size !== archive.size || found !== archive.sha256)
      throw new Refusal('update.hash-mismatch', { version, found, expected: archive.sha256 })
    onStep('unpack', 0)
    const { untar } = await import('./untar.ts')
    await untar(file, join(work, 'new'), `sluice-${version}`)
    refuseOther(join(work, 'new'), entry, arch)
    placeVersion(home, version, join(work, 'new'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
