import { describe, expect, test } from 'vitest'
import {
  allCells,
  cellClientConfig,
  cellConfig,
  cellInbound,
  cellName,
} from '#test/fixtures/inbound-cells.ts'

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

describe('what the core gets for every legal cell', () => {
  test('there are 57 of them', () => {
    expect(new Set(allCells.map(cellName)).size).toBe(57)
  })

  test.each(allCells.map((cell) => [cellName(cell), cell] as const))('%s', async (name, cell) => {
    const inbound = cellInbound(cell)
    const server = cellConfig(inbound).inbounds
    const client = cellClientConfig(inbound).outbounds
    await expect(pretty({ server, client })).toMatchFileSnapshot(`golden/${name}.golden.json`)
  })
})
