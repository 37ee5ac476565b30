import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBinary } from '@bufbuild/protobuf'
import { BoundedMap } from '#domain/bounded-map.ts'
import { fileIdentity } from '../../platform/files.ts'
import { listGeoFiles } from '../geo-folder.ts'
import { CoreError } from './errors.ts'
import { type CoreConfig, CoreConfigSchema } from './generated/core_pb.ts'

const deadlineMs = 15_000
const mostKept = 200

/**
 * Handlers and rules converted by the core's own program, into the messages that the API accepts, so no schema is
 * needed here. Results are cached by the content, the binary and the geo files: another version of the core has other
 * messages, and other geo files give other rules.
 */
export function createConverter(binary: () => string, assetFolder = '') {
  const kept = new BoundedMap<string, Uint8Array>(mostKept)

  /** What a result depends on besides the fragment. */
  async function madeFrom(): Promise<string[]> {
    // The core writes the content of geo files into the rules that name them.
    const geoFiles = listGeoFiles(assetFolder).map((name) => join(assetFolder, name))
    return Promise.all([binary(), ...geoFiles].map(fileIdentity))
  }

  async function convert(fragment: Record<string, unknown>): Promise<CoreConfig> {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-convert-'))
    try {
      const file = join(folder, 'fragment.json')
      await writeFile(file, JSON.stringify(fragment), { mode: 0o600 })
      const out = join(folder, 'out.pb')
      await run(binary(), ['convert', 'pb', '-outpbfile', out, file], assetFolder)
      return fromBinary(CoreConfigSchema, await readFile(out))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function once(
    fragment: Record<string, unknown>,
    pick: (c: CoreConfig) => Uint8Array | undefined,
  ): Promise<Uint8Array> {
    const key = createHash('sha256')
      .update(JSON.stringify([fragment, await madeFrom()]))
      .digest('hex')
    const known = kept.get(key)
    if (known) return known
    const bytes = pick(await convert(fragment))
    if (!bytes) throw new CoreError('refused', 'the core made nothing of that part of the configuration')
    kept.set(key, bytes)
    return bytes
  }

  return {
    inbound: (section: Record<string, unknown>) => once({ inbounds: [section] }, (c) => c.inbound[0]),
    outbound: (section: Record<string, unknown>) => once({ outbounds: [section] }, (c) => c.outbound[0]),
    routing: (routing: Record<string, unknown>) =>
      once({ routing }, (c) => c.app.find((a) => a.type === 'xray.app.router.Config')?.value),
  }
}

export type Converter = ReturnType<typeof createConverter>

function run(binary: string, args: readonly string[], assetFolder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
      // The converter refuses a rule that names geo data if it does not find the file.
      env: assetFolder === '' ? {} : { XRAY_LOCATION_ASSET: assetFolder },
    })
    let words = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        if (words.length < 8_192) words += chunk.toString('utf8')
      })
    }
    child.on('error', (error) => reject(new CoreError('unavailable', error.message)))
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new CoreError('refused', words.trim().split('\n').at(-1) ?? `exit ${code}`)),
    )
  })
}
