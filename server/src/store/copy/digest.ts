import { hash } from 'node:crypto'
import type { Row } from './cells.ts'

/** Every cell with its kind and length, so that two different rows never have the same text. */
function textOf(row: Row): string {
  let text = ''
  for (const cell of row) {
    if (cell === null) text += '-,'
    else if (typeof cell === 'string') text += `s${cell.length}:${cell},`
    else text += `${typeof cell === 'bigint' ? 'i' : 'r'}${cell},`
  }
  return text
}

/**
 * A checksum of a table that does not depend on the order of its rows: the engines sort text differently. The SHA-256
 * of each row is added up, so a row that is missing, changed or there twice shows.
 */
export function createDigest() {
  const lanes = new Uint32Array(8)
  let rows = 0
  return {
    add(slice: readonly Row[]): void {
      for (const row of slice) {
        const bytes = hash('sha256', textOf(row), 'buffer')
        for (let i = 0; i < 8; i++) lanes[i] = (lanes[i] ?? 0) + bytes.readUInt32LE(i * 4)
      }
      rows += slice.length
    },
    sum: () => ({ rows, checksum: Buffer.from(lanes.buffer).toString('hex').slice(0, 32) }),
  }
}
