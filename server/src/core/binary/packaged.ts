import { join } from 'node:path'
import { packageFolder, release } from '../../platform/release.ts'
import { hashFile, type Note, openToOthers } from './trusted-binary.ts'

interface Package {
  folder: string
  release: { core: string; coreSha256: string } | undefined
}

/** The core that came with this panel's package, if it is that version and unchanged: a first start needs no network. */
export async function packagedCore(
  version: string,
  from: Package = { folder: packageFolder, release },
): Promise<{ path: string; note: Note } | undefined> {
  const path = join(from.folder, 'bin', 'xray')
  if (from.release?.core !== version || openToOthers(path) !== undefined) return undefined
  const sha256 = await hashFile(path).catch(() => '')
  if (sha256 !== from.release.coreSha256) return undefined
  return { path, note: { version, from: 'package', sha256: [sha256] } }
}
