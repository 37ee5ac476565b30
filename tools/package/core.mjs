// The pinned core for a processor, built with Go on any other: it needs no C compiler.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { giveUp } from '../child.mjs'
import { buildGo } from '../go.mjs'
import { root } from '../setup.mjs'

const cache = join(root, '.cache', 'package')
const goNames = { x64: 'amd64', arm64: 'arm64' }
/** What a developer may have set for their own builds. */
const plain = { GOFLAGS: '', GOAMD64: '', GOARM64: '', GOEXPERIMENT: '' }

/** The path of the program; Go's own cache makes a second build quick. */
async function buildCore(arch) {
  const target = join(cache, `xray-${arch}`)
  console.log(`core: building it for ${arch} (minutes the first time, then cached by Go)`)
  await buildGo('github.com/xtls/xray-core/main', target, {
    folder: join(root, 'tools', 'core'),
    name: `core for ${arch}`,
    env: { ...plain, GOOS: 'linux', GOARCH: goNames[arch] },
  }).catch((error) => giveUp(`The core cannot be built: ${error.message}`))
  return target
}

/**
 * Packed by itself: the panel unpacks it once into its own folder, and Zstandard is three megabytes better than the gzip
 * around it. It takes half a minute, so it is kept.
 */
function packed(program, sha256, level) {
  const file = join(cache, `xray-${sha256}-${level}.zst`)
  if (!existsSync(file)) {
    const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_windowLog]: 26 }
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, zstdCompressSync(program, { params }))
    renameSync(draft, file)
  }
  return readFileSync(file)
}

/** The core, from this file or built here: what goes into the archive, and the hash of the program in it. */
export async function coreFor(arch, { file, fast }) {
  mkdirSync(cache, { recursive: true })
  const program = readFileSync(file ?? (await buildCore(arch)))
  const sha256 = createHash('sha256').update(program).digest('hex')
  return { program, packed: () => packed(program, sha256, fast ? 3 : 19), sha256 }
}
