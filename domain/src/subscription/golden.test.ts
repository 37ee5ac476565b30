import { describe, expect, test } from 'vitest'
import { advertise } from '#domain/links/advertise.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { linkCells, ways } from '#test/fixtures/link-setups.ts'
import {
  asAdvertised,
  entriesOf,
  moreVariants,
  variantClient,
  variantInbound,
} from '#test/fixtures/subscription-entries.ts'
import { clashConfig } from './clash.ts'
import { singboxConfig } from './singbox.ts'

const cellsBy = (way: (typeof ways)[string]): Advertised[] =>
  linkCells.flatMap((cell) => advertise(way(cell)).entries)

const written = moreVariants.flatMap((variant) => {
  const inbound = variantInbound(variant)
  return entriesOf(asAdvertised(inbound, variant.name), { client: variantClient(inbound, variant) })
})

const sets: readonly (readonly [string, Advertised[]])[] = [
  ...Object.entries(ways).map(([way, of]) => [way.replace(' ', '-'), cellsBy(of)] as const),
  ['written', written],
  ['nothing', []],
]

// Update with: `vitest run --project quick domain/src/subscription/golden.test.ts -u`
describe('files of every cell', () => {
  test.each(sets)('%s', async (name, entries) => {
    const clash = clashConfig(entries)
    const singbox = singboxConfig(entries)
    await expect(clash.body).toMatchFileSnapshot(`golden/clash-${name}.golden.yaml`)
    await expect(singbox.body).toMatchFileSnapshot(`golden/singbox-${name}.golden.json`)
  })

  test('what is left out of them, and why', async () => {
    const entries = [...cellsBy(ways.plain!), ...written]
    const lines = [clashConfig(entries), singboxConfig(entries)].flatMap(({ leftOut }, i) => [
      i === 0 ? '# mihomo' : '\n# sing-box',
      ...leftOut.map(({ remark, reason }) => `${remark}: ${reason}`),
    ])
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/left-out.golden.txt')
  })
})
