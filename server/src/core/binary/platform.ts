import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal } from '#domain/refusal.ts'

/** Node's architecture name -> Go's (our file names) and the releases'. */
const names: Record<string, { go: string; release: string }> = {
  x64: { go: 'amd64', release: '64' },
  arm64: { go: 'arm64', release: 'arm64-v8a' },
  arm: { go: 'arm', release: 'arm32-v7a' },
  ia32: { go: '386', release: '32' },
  s390x: { go: 's390x', release: 's390x' },
}

/** The names of our file, of the archive of a release, and of the processor in Go. */
export function corePlatform(arch: string = process.arch) {
  const name = names[arch]
  if (!name) throw new Refusal('core.no-build-for-processor', { arch })
  return { fileName: `xray-linux-${name.go}`, asset: `Xray-linux-${name.release}.zip`, goArch: name.go }
}

/** Outside the data folder: a core is built or downloaded once for all panels of this user. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice', 'core')
}

/** The folder with the pinned core's `go.mod`; the source file and the bundle in `dist/server` differ in depth. */
export function moduleFolder(): string {
  const here = import.meta.url
  const isSource = here.endsWith('/server/src/core/binary/platform.ts')
  return fileURLToPath(new URL(isSource ? '../../../../tools/core/' : '../../tools/core/', here))
}
