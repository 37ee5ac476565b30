import { Refusal } from '#domain/refusal.ts'
import { PINNED_VERSION } from './binary-version.ts'
import { type DownloadDeps, releaseDigest } from './download.ts'
import { corePlatform } from './platform.ts'

/** The hash as entered by an operator; undefined if there is none. */
export function confirmedHash(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const hash = text.trim().toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Refusal('core.hash-malformed', {}, 'sha256')
  return hash
}

/** What an operator must compare and confirm before this version is installed. */
export function unconfirmed(version: string, asset: string, hash: string): Refusal {
  return version === PINNED_VERSION
    ? new Refusal('core.hash-unknown', { version, asset, hash }, 'sha256')
    : new Refusal('core.hash-unpinned', { version, asset, hash, pinned: PINNED_VERSION }, 'sha256')
}

/** What the page shows before an operator confirms. */
export async function describeRelease(
  version: string,
  deps: Pick<DownloadDeps, 'egress' | 'arch' | 'signal'> & { known?: KnownHash },
) {
  const { asset } = corePlatform(deps.arch)
  const known = (deps.known ?? knownHash)(version, asset)
  return {
    version,
    asset,
    pinned: version === PINNED_VERSION,
    known: known !== undefined,
    sha256: known ?? (await releaseDigest(version, asset, deps)),
    page: `https://github.com/XTLS/Xray-core/releases/tag/v${version}`,
  }
}

/**
 * SHA-256 of the official archives, by version and archive name. A line is added only after comparing it with the
 * release. Without one, the pinned version is built from source, which `tools/core/go.sum` pins, or the operator
 * confirms the hash that the release names.
 */
const releaseHashes: Readonly<Record<string, Readonly<Record<string, string>>>> = {}

export type KnownHash = (version: string, asset: string) => string | undefined
export const knownHash: KnownHash = (version, asset) => releaseHashes[version]?.[asset]
