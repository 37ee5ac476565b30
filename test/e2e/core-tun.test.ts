import { existsSync } from 'node:fs'
import { describe } from 'vitest'
import { coreBinary } from '#test/core-binary.ts'
import { allCells } from '#test/fixtures/inbound-cells.ts'
import { carryMegabyte } from './core/carry-megabyte.ts'

// Without root no interface can be created.
const hasTun = existsSync('/dev/net/tun') && process.getuid?.() === 0
if (!hasTun) console.log('Not tested: a tun inbound, which needs root and /dev/net/tun.')

describe.skipIf(!coreBinary || !hasTun)('a tun inbound, from the form to a megabyte through it', () => {
  carryMegabyte(allCells.filter(({ protocol }) => protocol === 'tun'))
})
