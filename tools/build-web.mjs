// Builds the web app with Vite, and a .br and .gz file for each asset, so that the panel never compresses them itself.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const [, , folder] = process.argv
// Whatever the caller has set: a development build is slower, and names the folders of this machine.
process.env.NODE_ENV = 'production'
const SMALLEST = 1024
// Not HTML: every reply has its own nonce. Not images and fonts: they are already compressed.
const compressible = /\.(js|css|svg|json|txt|wasm|webmanifest)$/

const packers = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

async function compress(file) {
  const bytes = await readFile(file)
  if (bytes.length <= SMALLEST) return
  for (const [ending, pack] of Object.entries(packers)) {
    const packed = await pack(bytes)
    if (packed.length < bytes.length) await writeFile(`${file}.${ending}`, packed)
  }
}

await build({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })

const entries = await readdir(folder, { recursive: true, withFileTypes: true })
const assets = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
await Promise.all(assets.map((entry) => compress(join(entry.parentPath, entry.name))))
