// The pinned core for a processor, built with Go on any other: it needs no C compiler.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp } from '../child.mjs'
import { buildGo } from '../go.mjs'
import { root } from '../setup.mjs'

const goNames = { x64: 'amd64', arm64: 'arm64' }
/** What a developer may have set for their own builds. */
const plain = { GOFLAGS: '', GOAMD64: '', GOARM64: '', GOEXPERIMENT: '' }

/** The path of the program; Go's own cache makes a second build quick. */
export async function buildCore(arch) {
  const folder = join(root, '.cache', 'package')
  mkdirSync(folder, { recursive: true })
  const target = join(folder, `xray-${arch}`)
  console.log(`core: building it for ${arch} (minutes the first time, then cached by Go)`)
  await buildGo('github.com/xtls/xray-core/main', target, {
    folder: join(root, 'tools', 'core'),
    env: { ...plain, GOOS: 'linux', GOARCH: goNames[arch] },
  }).catch((error) => giveUp(`The core cannot be built: ${error.message}`))
  return target
}
