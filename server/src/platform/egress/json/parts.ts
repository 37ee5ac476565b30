import { notJson, Unreadable } from './tokens.ts'

/** A number counts once. */
export const weights = { string: 4, container: 15, newName: 60 }
const mostDepth = 100
/** Values in one part: about a millisecond of work for whoever receives it. */
const partSize = 2_000

/** A part of a value: containers that are opened and closed, and what is added to the innermost one. */
export type Op =
  | { open: 'array' | 'object'; name: string }
  | { items: unknown[] }
  | { fields: Record<string, unknown> }
  | { close: true }

interface Frame {
  isArray: boolean
  name: string
  items: unknown[]
  fields: Record<string, unknown>
  isEmpty: boolean
  isSent: boolean
  /** Where to go on after JSON that was inside of a string. */
  outer: { at: number; end: number } | undefined
}

const frameOf = (isArray: boolean, name: string, outer: Frame['outer']): Frame => ({
  isArray,
  name,
  items: [],
  fields: {},
  isEmpty: true,
  isSent: false,
  outer,
})

const contentOf = ({ isArray, items, fields }: Frame): Op => (isArray ? { items } : { fields })

/** What was read so far; large containers are handed on in parts while they are still read. */
export function createParts(maxElements: number) {
  // The value itself is the only item of this one.
  const root = { ...frameOf(true, '', undefined), isSent: true }
  const frames: Frame[] = []
  let ops: Op[] = []
  let unsent = 0
  let elements = 0
  const names = new Set<string>()

  const top = (): Frame => frames.at(-1) ?? root

  function handOver(frame: Frame): void {
    if (!frame.isSent) ops.push({ open: frame.isArray ? 'array' : 'object', name: frame.name })
    frame.isSent = true
    ops.push(contentOf(frame))
    frame.items = []
    frame.fields = {}
  }

  function count(weight: number): void {
    elements += weight
    if (elements > maxElements) throw new Unreadable('too-much')
  }

  return {
    top,
    isDone: () => frames.length === 0,
    count,
    countName(name: string): void {
      if (names.has(name)) return
      names.add(name)
      count(weights.newName)
    },
    add(name: string, value: unknown): void {
      const frame = top()
      frame.isEmpty = false
      unsent++
      count(1)
      if (frame.isArray) frame.items.push(value)
      else if (name !== '__proto__') frame.fields[name] = value
    },
    open(isArray: boolean, name: string, outer: Frame['outer']): void {
      if (frames.length >= mostDepth) throw new Unreadable('too-much')
      count(weights.container)
      top().isEmpty = false
      frames.push(frameOf(isArray, name, outer))
    },
    close(): Frame {
      const frame = frames.pop()
      if (!frame) throw notJson()
      if (frame.isSent) {
        handOver(frame)
        ops.push({ close: true })
      } else this.add(frame.name, frame.isArray ? frame.items : frame.fields)
      return frame
    },
    /** The next part, once there is enough for one. */
    part(isLast: boolean): Op[] | undefined {
      if (!isLast && unsent < partSize) return undefined
      for (const frame of [root, ...frames]) handOver(frame)
      const part = ops
      ops = []
      unsent = 0
      return part
    },
  }
}
