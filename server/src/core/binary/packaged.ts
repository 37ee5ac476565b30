import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { coded } from '#domain/refusal.ts'
import { type OwnRelease, ownRelease } from '../../platform/release/own.ts'
import { type Report, stepOf } from './progress.ts'
import { hashFile, type Origin } from './trusted-binary.ts'

/**
 * Unpacks the core that came with this panel's package, so that a first start needs no network: whoever installed the
 * package has checked it as a whole. Undefined if it is another version, or damaged.
 */
export async function unpackCore(
  version: string,
  target: string,
  { report, packaged = ownRelease }: { report: Report; packaged?: OwnRelease | undefined },
): Promise<Origin | undefined> {
  if (packaged?.core !== version) return undefined
  report(stepOf('unpack', coded('core-step.unpacking')))
  try {
    const packed = createReadStream(join(packaged.folder, 'bin', 'xray.zst'))
    await pipeline(packed, createZstdDecompress(), createWriteStream(target))
    if ((await hashFile(target)) === packaged.coreSha256) return { version, from: 'package' }
  } catch {
    // Missing or damaged: it is fetched like any other version.
  }
  rmSync(target, { force: true })
  return undefined
}
