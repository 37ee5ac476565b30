import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hostPort } from '#domain/net/address.ts'
import { dropPeers, mostPeers } from './bpf.ts'

/** The kernel's BPF machine, as far as our programs use it: true if the packet passes. */
function passes(program: Uint8Array, ipHeader: DataView, udpHeader: DataView): boolean {
  const view = new DataView(program.buffer)
  const network = 0xfff00000
  let a = 0
  for (let pc = 0; ; pc++) {
    const code = view.getUint16(pc * 8, true)
    const k = view.getUint32(pc * 8 + 4, true)
    const [from, at] = k >= network ? [ipHeader, k - network] : [udpHeader, k]
    if (code === 0x20) a = from.getUint32(at)
    else if (code === 0x28) a = from.getUint16(at)
    else if (code === 0x30) a = from.getUint8(at)
    else if (code === 0x74) a >>>= k
    else if (code === 0x05) pc += k
    else if (code === 0x15) pc += view.getUint8(pc * 8 + (a === k ? 2 : 3))
    else if (code === 0x06) return k !== 0
    else throw new Error(`no such instruction: ${code}`)
  }
}

function packet(bytes: readonly number[], port: number): [DataView, DataView] {
  const ip = new DataView(new ArrayBuffer(40))
  ip.setUint8(0, bytes.length === 4 ? 0x45 : 0x60)
  for (const [i, byte] of bytes.entries()) ip.setUint8((bytes.length === 4 ? 12 : 8) + i, byte)
  const udp = new DataView(new ArrayBuffer(8))
  udp.setUint16(0, port)
  return [ip, udp]
}

const textOf = (bytes: readonly number[]) =>
  bytes.length === 4
    ? bytes.join('.')
    : Array.from({ length: 8 }, (_, i) =>
        (((bytes[i * 2] ?? 0) << 8) | (bytes[i * 2 + 1] ?? 0)).toString(16),
      ).join(':')

// Few values on purpose, so that peers collide in address, port and parts of an address.
const few = fc.integer({ min: 1, max: 3 })
const address = fc.oneof(
  fc.array(few, { minLength: 4, maxLength: 4 }),
  fc.array(few, { minLength: 16, maxLength: 16 }),
)
const peer = fc.record({ bytes: address, port: fc.integer({ min: 1, max: 400 }) })

it('drops exactly the packets of the peers that are cut', () => {
  fc.assert(
    fc.property(fc.array(peer, { maxLength: 40 }), fc.array(peer, { maxLength: 10 }), (cut, others) => {
      const names = cut.map(({ bytes, port }) => hostPort(textOf(bytes), port))
      const program = dropPeers(names)
      return [...cut, ...others].every(
        ({ bytes, port }) =>
          passes(program, ...packet(bytes, port)) === !names.includes(hostPort(textOf(bytes), port)),
      )
    }),
  )
})

it('one address may have more ports than a jump reaches', () => {
  const program = dropPeers(Array.from({ length: 350 }, (_, i) => `192.0.2.1:${i + 1}`))
  const verdicts = [1, 100, 101, 350, 351].map((port) => passes(program, ...packet([192, 0, 2, 1], port)))
  expect(verdicts).toEqual([false, false, false, false, true])
})

it('a whole address can be blocked, except for its neighbours', () => {
  const blocked = [
    { ip: '192.0.2.1', except: [7, 8] },
    { ip: '2001:db8::1', except: [] },
  ]
  const program = dropPeers(['192.0.2.1:7', '192.0.2.2:9'], blocked)
  const six = [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1]
  const four = (last: number) => [192, 0, 2, last]
  const verdicts = [
    passes(program, ...packet(four(1), 7)), // a cut peer takes precedence over the exception
    passes(program, ...packet(four(1), 8)),
    passes(program, ...packet(four(1), 9)),
    passes(program, ...packet(four(2), 9)),
    passes(program, ...packet(four(2), 7)),
    passes(program, ...packet(six, 7)),
    passes(program, ...packet([...six.slice(0, 15), 2], 7)),
  ]
  expect(verdicts).toEqual([false, true, false, false, true, false, true])
})

it("the maximum number of peers fits into any kernel's limit for one socket", () => {
  const peers = Array.from({ length: mostPeers }, (_, i) => `[2001:db8::${(i + 1).toString(16)}]:${i + 1}`)
  expect(dropPeers(peers).length).toBeLessThan(20_000)
})
