import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isLinuxProgram, refuseForeign } from './program-file.ts'

/** A program of 64 bits with one part of `size` bytes at the start of the file. */
function programOf(machine: number, size: number, isBig = false): Buffer {
  const bytes = Buffer.alloc(120)
  bytes.write('\x7fELF', 'latin1')
  bytes.set([2, isBig ? 2 : 1], 4)
  const short = (value: number, at: number) =>
    isBig ? bytes.writeUInt16BE(value, at) : bytes.writeUInt16LE(value, at)
  const long = (value: number, at: number) =>
    isBig ? bytes.writeBigUInt64BE(BigInt(value), at) : bytes.writeBigUInt64LE(BigInt(value), at)
  short(machine, 18)
  long(64, 32)
  short(56, 54)
  short(1, 56)
  long(size, 64 + 32)
  return bytes
}
const refused = (bytes: Buffer, size: number, arch = 'x64') => {
  try {
    refuseForeign({ bytes, size }, arch)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

it.each([
  ['x64', 62, false],
  ['x64', 3, false],
  ['arm64', 183, false],
  ['s390x', 22, true],
])('a program for this processor is let through: %s, %d', (arch, machine, isBig) => {
  expect(refused(programOf(machine, 5_000, isBig), 5_000, arch)).toBe('')
})

it.each([
  ['x64', 183, false, 'arm64, and this server has amd64. Take Xray-linux-64.zip.'],
  ['arm64', 62, false, 'amd64, and this server has arm64. Take Xray-linux-arm64-v8a.zip.'],
  ['x64', 22, true, 's390x'],
  ['x64', 999, false, '(999)'],
])('one for another processor is not: on %s, %d', (arch, machine, isBig, words) => {
  expect(refused(programOf(machine, 5_000, isBig), 5_000, arch)).toContain(words)
})

it('one without its end is not', () => {
  expect(refused(programOf(62, 5_000), 4_999)).toBe(
    'The program is cut short: it has 4999 bytes and needs at least 5000. Download it again.',
  )
})

it('knows the programs of this machine', () => {
  const bytes = readFileSync(process.execPath)
  const head = { bytes: bytes.subarray(0, 4096), size: bytes.length }
  expect(isLinuxProgram(head)).toBe(true)
  expect(refused(head.bytes, head.size, process.arch)).toBe('')
  expect(refused(head.bytes, head.size / 2, process.arch)).toContain('cut short')
})

it('a header of any bytes is read without harm', () => {
  for (let seed = 0; seed < 200; seed++) {
    const bytes = Buffer.from(Array.from({ length: 80 }, (_, i) => (seed * 31 + i * 17) % 256))
    bytes.write('\x7fELF', 'latin1')
    expect(typeof refused(bytes, 80)).toBe('string')
  }
})
