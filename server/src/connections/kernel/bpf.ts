import { addressBytes } from '#domain/net/address.ts'
import { splitPeer } from './address.ts'

interface Instruction {
  code: number
  jt: number
  jf: number
  k: number
}

// Classic BPF opcodes, from linux/filter.h.
const LD_W_ABS = 0x20
const LD_H_ABS = 0x28
const LD_B_ABS = 0x30
const RSH_K = 0x74
const JA = 0x05
const JEQ_K = 0x15
const RET_K = 0x06
/** Offsets from here count from the IP header; plain ones from the UDP header. */
const NETWORK = -0x100000
const DROP = 0
const PASS = 0xffffffff

/** Maximum ports per address: a conditional jump reaches 255 instructions. */
export const portsPerGroup = 100
/** An IPv6 peer takes 11 instructions; the kernel allows 4096, and older ones charge them to 20 kB of the socket. */
export const mostPeers = 220

const load = (code: number, k: number): Instruction => ({ code, jt: 0, jf: 0, k })
const end = (k: number): Instruction => ({ code: RET_K, jt: 0, jf: 0, k })
const sourcePort = load(LD_H_ABS, 0)

/** Instructions that skip `tail` unless the packet comes from this address. */
function fromAddress(address: readonly number[], tail: readonly Instruction[]): Instruction[] {
  const offset = address.length === 4 ? 12 : 8 // offset of the source address in the IP header
  const words = address.length / 4
  const match: Instruction[] = []
  for (let word = 0; word < words; word++) {
    const [a = 0, b = 0, c = 0, d = 0] = address.slice(word * 4, word * 4 + 4)
    const left = (words - word - 1) * 2 + tail.length // instructions of this group after the jump
    match.push(load(LD_W_ABS, NETWORK + offset + word * 4))
    match.push({ code: JEQ_K, jt: 0, jf: left, k: ((a << 24) | (b << 16) | (c << 8) | d) >>> 0 })
  }
  return [...match, ...tail]
}

const bytesOf = (ip: string): readonly number[] => addressBytes(ip) ?? []

const forPorts = (ports: readonly number[], verdict: number): Instruction[] => [
  sourcePort,
  ...ports.flatMap((port) => [{ code: JEQ_K, jt: 0, jf: 1, k: port }, end(verdict)]),
]

function groups(peers: readonly string[], length: 4 | 16): Instruction[] {
  const ports = new Map<string, Set<number>>()
  for (const peer of peers) {
    const { ip, port } = splitPeer(peer)
    if (bytesOf(ip).length !== length) continue
    ports.set(ip, (ports.get(ip) ?? new Set()).add(port))
  }
  return [...ports].flatMap(([ip, own]) => {
    const all = [...own]
    const parts: Instruction[][] = []
    for (let i = 0; i < all.length; i += portsPerGroup)
      parts.push(fromAddress(bytesOf(ip), forPorts(all.slice(i, i + portsPerGroup), DROP)))
    return parts.flat()
  })
}

/** A blocked address, except for the ports of its neighbours behind the same NAT. */
export interface BlockedAddress {
  ip: string
  /** At most `portsPerGroup`. */
  except: readonly number[]
}

/** Instructions (eight bytes each, native byte order) that drop packets of these peers and addresses at a UDP socket. */
export function dropPeers(peers: readonly string[], addresses: readonly BlockedAddress[] = []): Uint8Array {
  const whole = (length: 4 | 16) =>
    addresses
      .map(({ ip, except }) => ({ bytes: bytesOf(ip), except }))
      .filter(({ bytes }) => bytes.length === length)
      .flatMap(({ bytes, except }) => fromAddress(bytes, [...forPorts(except, PASS), end(DROP)]))
  const four = [...groups(peers, 4), ...whole(4), end(PASS)]
  const six = [...groups(peers, 16), ...whole(16), end(PASS)]
  const program: Instruction[] = [
    load(LD_B_ABS, NETWORK),
    { code: RSH_K, jt: 0, jf: 0, k: 4 }, // the IP version
    { code: JEQ_K, jt: 1, jf: 0, k: 4 },
    { code: JA, jt: 0, jf: 0, k: four.length },
    ...four,
    ...six,
  ]
  const bytes = new Uint8Array(program.length * 8)
  const view = new DataView(bytes.buffer)
  program.forEach(({ code, jt, jf, k }, i) => {
    view.setUint16(i * 8, code, littleEndian)
    view.setUint8(i * 8 + 2, jt)
    view.setUint8(i * 8 + 3, jf)
    view.setUint32(i * 8 + 4, k >>> 0, littleEndian)
  })
  return bytes
}

const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
