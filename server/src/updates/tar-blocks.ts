import type { Readable } from 'node:stream'
import { Refusal } from '#domain/refusal.ts'

const blockBytes = 512

/** A tar archive as its blocks, read in order while it is unpacked. */
export interface Blocks {
  /** The next header; undefined at the end of the archive. */
  header(): Promise<Buffer | undefined>
  /** The content of the entry, in pieces. It must be read to its end. */
  content(size: number): AsyncGenerator<Buffer>
  /** The same in one piece, for the small entries that describe others. */
  whole(size: number): Promise<Buffer>
}

export function blocksOf(source: Readable): Blocks {
  // Damaged data may fail before anybody reads; without a listener that would end the process. The next read throws it.
  source.on('error', () => {})
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** Up to `most` bytes; an archive that ends too early was cut off. */
  async function some(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) throw new Refusal('update.archive-broken')
      rest = value as Buffer // a stream without an encoding
    }
    const taken = rest.subarray(0, most)
    rest = rest.subarray(taken.length)
    return taken
  }

  async function exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = size; left > 0; ) {
      const part = await some(left)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }

  const padding = (size: number) => exactly((blockBytes - (size % blockBytes)) % blockBytes)

  return {
    async header() {
      const block = await exactly(blockBytes)
      if (block.some((byte) => byte !== 0)) return block
      // Two empty blocks end an archive; what follows is padding.
      const second = await exactly(blockBytes)
      if (second.some((byte) => byte !== 0)) throw new Refusal('update.archive-broken')
      return undefined
    },
    async *content(size) {
      for (let left = size; left > 0; ) {
        const part = await some(left)
        left -= part.length
        yield part
      }
      await padding(size)
    },
    async whole(size) {
      const content = await exactly(size)
      await padding(size)
      return content
    },
  }
}
