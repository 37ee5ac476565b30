import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { advertise } from '#domain/links/advertise.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { shareLink } from '#domain/links/link.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { type JsonSettings, jsonConfigs } from '#domain/subscription/json.ts'
import { asBlocks } from '#domain/untyped.ts'
import { everyAddition, linkCells, ways } from '#test/fixtures/link-setups.ts'
import { coreBinary, hasCore } from './core/binary.ts'

const run = promisify(execFile)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-json-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function verdict(name: string, config: Block | undefined): Promise<string> {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 })
  try {
    await run(coreBinary, ['run', '-test', '-c', file], { timeout: 60_000 })
    return 'accepted'
  } catch (error) {
    // execFile rejects with the output on the error.
    return String((error as { stdout?: string }).stdout || error)
  }
}

/** The core dials VLESS and Trojan without TLS only to private addresses, so these replace the names. */
const nearby = (entry: Advertised): Advertised =>
  entry.security.kind === 'none'
    ? { ...entry, host: entry.host.includes(':') ? 'fd00::9' : '10.0.0.9' }
    : entry

/** Every line of the golden files. */
const golden: readonly Advertised[] = linkCells
  .flatMap((cell) => Object.values(ways).flatMap((way) => advertise(way(cell)).entries))
  .map(nearby)

const plain: JsonSettings = {
  subJsonFragment: '',
  subJsonNoises: '',
  subJsonMux: '',
  subJsonRules: '',
  subJsonFinalMask: '',
  subJsonAlwaysArray: true,
}
/** The proxies of many feeds in one configuration: starting the core costs more than reading them. */
function joined(configs: readonly Block[]): Block {
  const proxies = configs.map((config, i) => ({ ...asBlocks(config.outbounds)[0], tag: `proxy-${i}` }))
  return { ...configs[0], outbounds: [...asBlocks(configs[0]?.outbounds), ...proxies] }
}

describe.runIf(hasCore())('the real core accepts', () => {
  it('the JSON of every golden line', async () => {
    expect(golden.length).toBe(linkCells.length * 7)
    expect(await verdict('plain', joined(jsonConfigs(golden, plain)))).toBe('accepted')
  })

  it('the same with fragments, noises, mux, rules and masks', async () => {
    expect(await verdict('everything', joined(jsonConfigs(golden, everyAddition)))).toBe('accepted')
  })

  it('what the importer makes of every golden link', async () => {
    const outbounds = golden.map((entry, i) => {
      const parsed = parseShareLink(shareLink(entry))
      return parsed.ok ? { ...parsed.outbound, tag: `link-${i}` } : parsed
    })
    expect(await verdict('links', { outbounds })).toBe('accepted')
  })
})
