import { describe } from 'vitest'
import { coreBinary } from '#test/core-binary.ts'
import { commonCells } from '#test/fixtures/inbound-cells.ts'
import { carryMegabyte } from './core/carry-megabyte.ts'

// A tun inbound has a file of its own: it makes an interface, at which browsers end their requests.

describe.skipIf(!coreBinary)('every combination, from the form to a megabyte through it', () => {
  carryMegabyte(commonCells.filter(({ protocol }) => protocol !== 'tun'))
})
