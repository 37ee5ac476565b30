import { Refusal } from '#domain/refusal.ts'
import { PINNED_VERSION } from './binary-version.ts'
import { type DownloadDeps, releaseDigest } from './download.ts'
import { corePlatform } from './platform.ts'
import { type KnownHash, knownHash } from './release-hashes.ts'

/** The hash as an operator wrote it; undefined where none was given. */
export function confirmedHash(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const hash = text.trim().toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw new Refusal('core.hash-malformed', {}, 'sha256')
  return hash
}

/** What an operator has to compare and confirm before this version is installed. */
export function unconfirmed(version: string, asset: string, hash: string): Refusal {
  const why =
    version === PINNED_VERSION
      ? `The panel does not know the SHA-256 of ${asset} of Xray ${version} by itself.`
      : `Xray ${version} is not the version that this panel pins (${PINNED_VERSION}).`
  return new Refusal(
    `${why} The release names the SHA-256 ${hash} for ${asset}. Compare it with ` +
      `https://github.com/XTLS/Xray-core/releases/tag/v${version} and confirm it: send it as "sha256" with the ` +
      `install, or run: sluice core install -version ${version} -sha256 ${hash}`,
    'sha256',
  )
}

/** What the page asks before it lets an operator confirm. */
export async function describeRelease(
  version: string,
  deps: Pick<DownloadDeps, 'outbound' | 'arch' | 'signal'> & { known?: KnownHash },
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
