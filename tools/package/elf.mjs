// Removes what the loader never reads from a program: symbols and debug information, a sixth of Node. Written here
// because the `strip` of one processor does not know the other, and its versions write different bytes.

const LOAD = 1

/** Everything up to the end of the last loaded segment; the section table behind it is dropped. */
export function stripped(program) {
  const isElf64 = program.readUInt32BE(0) === 0x7f454c46 && program[4] === 2 && program[5] === 1
  if (!isElf64) throw new Error('not a 64-bit little-endian program')
  const table = Number(program.readBigUInt64LE(32))
  const [entrySize, entries] = [program.readUInt16LE(54), program.readUInt16LE(56)]
  let end = table + entrySize * entries
  for (let i = 0; i < entries; i++) {
    const at = table + i * entrySize
    if (program.readUInt32LE(at) !== LOAD) continue
    end = Math.max(end, Number(program.readBigUInt64LE(at + 8) + program.readBigUInt64LE(at + 32)))
  }
  const kept = Buffer.from(program.subarray(0, end))
  kept.writeBigUInt64LE(0n, 40) // where the section table was, the number of its entries, the one with their names
  kept.writeUInt16LE(0, 60)
  kept.writeUInt16LE(0, 62)
  return kept
}
