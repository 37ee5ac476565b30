import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConverter } from './convert.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-converter-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const binary = () => join(folder, 'xray')
const runs = () => join(folder, 'runs')

/** A core of this version: each message that it makes is one inbound and one outbound of four bytes, its version. */
function install(version: string): void {
  const script = `#!/bin/sh
echo "$1 $2" >> ${runs()}
printf '\\n\\004${version}\\022\\004${version}' > "$4"
`
  writeFileSync(`${binary()}.next`, script, { mode: 0o700 })
  renameSync(`${binary()}.next`, binary())
}

const text = async (bytes: Promise<Uint8Array>): Promise<string> => Buffer.from(await bytes).toString()
const conversions = async (work: () => Promise<unknown>): Promise<number> => {
  writeFileSync(runs(), '')
  await work()
  return readFileSync(runs(), 'utf8').split('\n').length - 1
}

test('what an older core converted is not sent to the one that replaced it', async () => {
  const { inbound, outbound } = createConverter(binary)
  const [hysteria, blackhole] = [{ protocol: 'hysteria' }, { protocol: 'blackhole' }]
  install('26.7')
  expect(await text(inbound(hysteria))).toBe('26.7')
  expect(await text(outbound(blackhole))).toBe('26.7')
  install('27.1')
  expect(await text(inbound(hysteria))).toBe('27.1')
  expect(await text(outbound(blackhole))).toBe('27.1')
})

test('the same section is converted once by one core, and again after the geo files changed', async () => {
  const { outbound } = createConverter(binary, folder)
  install('26.7')
  const twice = async () => {
    await outbound({ tag: 'a' })
    await outbound({ tag: 'a' })
  }
  expect(await conversions(twice)).toBe(1)
  expect(await conversions(twice)).toBe(0)
  writeFileSync(join(folder, 'geosite.dat'), 'new')
  expect(await conversions(twice)).toBe(1)
})
