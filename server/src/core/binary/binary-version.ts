import { compareVersions } from '#domain/core-config/core-version.ts'
import { Refusal } from '#domain/refusal.ts'
import { coreEnvironment, runBinary } from './run-binary.ts'

/** Pinned in `tools/core/go.mod`; the default version of an install. */
export const PINNED_VERSION = '26.7.28'
/** R3. */
export const OLDEST_VERSION = '26.4.25'

const PROBE_MS = 10_000

/** `26.7.28` from `26.7.28` or `v26.7.28`; undefined for anything else, so that it is safe in a path. */
export const plainVersion = (text: string): string | undefined =>
  /^v?(\d{1,4}\.\d{1,4}\.\d{1,4})$/.exec(text)?.[1]

/** The reason for the operator why the version is not supported; undefined if it is. */
export function tooOld(version: string): string | undefined {
  if (compareVersions(version, OLDEST_VERSION) >= 0) return undefined
  return `Xray ${version} is older than ${OLDEST_VERSION}: online clients and addresses cannot be shown. Install ${PINNED_VERSION} or newer.`
}

/** Second word of the first line: `Xray 26.7.28 (Xray, ...`. */
export const parseVersion = (output: string): string | undefined => {
  const [name, version = ''] = output.split(/\s+/, 2)
  return name === 'Xray' ? plainVersion(version) : undefined
}

interface Probe {
  deadlineMs?: number
  /** The name that messages give it. */
  named?: string
  /** Its working folder, and its HOME. */
  folder?: string
}

/** Runs the binary; the deadline protects against one that hangs (P55). */
export async function probeVersion(
  binary: string,
  { deadlineMs = PROBE_MS, named = binary, folder }: Probe = {},
): Promise<string> {
  const env = { ...coreEnvironment(''), ...(folder && { HOME: folder }) }
  const options = { deadlineMs, env, ...(folder && { cwd: folder }) }
  const ran = await runBinary(binary, ['version'], options).catch((error: Error) => {
    throw new Refusal('core.binary-not-startable', { binary: named, reason: error.message })
  })
  if (ran.timedOut)
    throw new Refusal('core.binary-no-version-in-time', { binary: named, seconds: deadlineMs / 1000 })
  const version = parseVersion(ran.stdout)
  if (!version) throw new Refusal('core.binary-not-xray', { binary: named })
  return version
}
