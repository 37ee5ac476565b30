import { open } from 'node:fs/promises'
import { Refusal } from '#domain/refusal.ts'
import { corePlatform } from './platform.ts'

/** The beginning of a program, which says what it is. */
export interface ProgramHead {
  bytes: Buffer
  /** Of the whole file. */
  size: number
}

/** As much of a program as is read to know what it is. */
export const headBytes = 4096

export async function headOf(file: string): Promise<ProgramHead> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return { bytes: buffer.subarray(0, bytesRead), size: (await handle.stat()).size }
  } finally {
    await handle.close()
  }
}

const elf = '\x7fELF'
/** What other systems begin their programs with. */
const otherSystems: Readonly<Record<string, string>> = {
  MZ: 'Windows',
  '\xcf\xfa\xed\xfe': 'macOS',
  '\xce\xfa\xed\xfe': 'macOS',
  '\xca\xfe\xba\xbe': 'macOS',
}

const textOf = ({ bytes }: ProgramHead, length: number): string => bytes.toString('latin1', 0, length)

export const isLinuxProgram = (head: ProgramHead): boolean => textOf(head, elf.length) === elf
/** The system of a program that is not for Linux; undefined for anything else. */
export const otherSystemOf = (head: ProgramHead): string | undefined =>
  Object.entries(otherSystems).find(([begin]) => textOf(head, begin.length) === begin)?.[1]

/** Numbers of processors in the header of a program, by Go's name. */
const machines: Readonly<Record<number, string>> = {
  3: '386',
  8: 'mips',
  21: 'ppc64',
  22: 's390x',
  40: 'arm',
  62: 'amd64',
  183: 'arm64',
  243: 'riscv64',
  258: 'loong64',
}
/** Processors that may run programs of another one. */
const alsoRuns: Readonly<Record<string, string>> = { amd64: '386', arm64: 'arm' }

/** Where the header has what is read here, in programs of 64 and of 32 bits. */
const places = {
  wide: { size: 64, programs: 32, sections: 40, counts: 54, fileOffset: 8, fileSize: 32 },
  narrow: { size: 52, programs: 28, sections: 32, counts: 42, fileOffset: 4, fileSize: 16 },
}

/** Reads the header of a Linux program: its processor, and how long the file must be. */
function readHeader({ bytes }: ProgramHead): { machine: string; least: number } {
  const isWide = bytes[4] === 2
  const isBig = bytes[5] === 2
  const short = (at: number) => (isBig ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at))
  const word = (at: number) => (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  const long = (at: number) =>
    isWide ? Number(isBig ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at)) : word(at)
  const place = isWide ? places.wide : places.narrow
  if (bytes.length < place.size) return { machine: '', least: place.size }
  const [programs, sections] = [long(place.programs), long(place.sections)]
  const [programBytes, programCount, sectionBytes, sectionCount] = [0, 2, 4, 6].map((more) =>
    short(place.counts + more),
  ) as [number, number, number, number]
  const ends = [place.size, programs + programBytes * programCount, sections + sectionBytes * sectionCount]
  for (let nth = 0; nth < programCount; nth++) {
    const at = programs + nth * programBytes
    if (at + programBytes <= bytes.length && programBytes >= place.fileSize + 8)
      ends.push(long(at + place.fileOffset) + long(at + place.fileSize))
  }
  const number = short(18)
  return { machine: machines[number] ?? `(${number})`, least: Math.max(...ends) }
}

/** Refuses a program that cannot run here whatever it is: of another system or processor, or without its end. */
export function refuseForeign(head: ProgramHead, arch?: string): void {
  const { asset, goArch: own } = corePlatform(arch)
  const system = otherSystemOf(head)
  if (system) throw new Refusal('core.file-other-system', { system, asset })
  if (!isLinuxProgram(head)) return // a script, for example
  const { machine, least } = readHeader(head)
  if (machine !== '' && machine !== own && machine !== alsoRuns[own])
    throw new Refusal('core.file-other-processor', { found: machine, own, asset })
  if (head.size < least) throw new Refusal('core.file-cut-short', { size: head.size, least })
}
