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
  /** The fields that are kept; undefined: all of them. */
  keeps: ReadonlySet<string> | undefined
  /** Nobody asked for the field that it is, or is in: it is read and thrown away. */
  isDropped: boolean
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
  keeps: undefined,
  isDropped: false,
  outer,
})

const contentOf = ({ isArray, items, fields }: Frame): Op => (isArray ? { items } : { fields })

/** What was read so far; large containers are handed on in parts while they are still read. */
export function createParts(maxElements: number, only: Readonly<Record<string, readonly string[]>> = {}) {
  const kept = new Map(Object.entries(only).map(([name, fields]) => [name, new Set(fields)]))
  // The value itself is the only item of this one.
  const root = { ...frameOf(true, '', undefined), isSent: true }
  const frames: Frame[] = []
  let ops: Op[] = []
  let unsent = 0
  let elements = 0
  const names = new Set<string>()

  const top = (): Frame => frames.at(-1) ?? root

  const isKept = ({ keeps, isDropped }: Frame, name: string): boolean =>
    !isDropped && (keeps === undefined || keeps.has(name))

  function handOver(frame: Frame): void {
    if (frame.isDropped) return
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
      count(1)
      if (!isKept(frame, name)) return
      unsent++
      if (frame.isArray) frame.items.push(value)
      else if (name !== '__proto__') frame.fields[name] = value
    },
    open(isArray: boolean, name: string, outer: Frame['outer']): void {
      if (frames.length >= mostDepth) throw new Unreadable('too-much')
      count(weights.container)
      const parent = top()
      parent.isEmpty = false
      const keeps = parent.isArray && !isArray ? kept.get(parent.name) : undefined
      const isDropped = !isKept(parent, name)
      frames.push({ ...frameOf(isArray, name, outer), keeps, isDropped })
    },
    isKept: (name: string) => isKept(top(), name),
    /** The bytes are at another place: so much nearer to the front. */
    moved(by: number): void {
      for (const { outer } of frames) {
        if (!outer) continue
        outer.at -= by
        outer.end -= by
      }
    },
    close(): Frame {
      const frame = frames.pop()
      if (!frame) throw notJson()
      if (frame.isDropped) return frame
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

type Container = unknown[] | Record<string, unknown>

function addTo(container: Container, name: string, value: unknown): void {
  if (Array.isArray(container)) container.push(value)
  else if (name !== '__proto__') container[name] = value // it would become the prototype
}

/** Puts the parts of a value together. */
export function createAssembly() {
  const root: unknown[] = []
  const open: Container[] = [root]

  function apply(op: Op): void {
    const into = open.at(-1) ?? root
    if ('open' in op) {
      const made: Container = op.open === 'array' ? [] : {}
      addTo(into, op.name, made)
      open.push(made)
    } else if ('items' in op) for (const item of op.items) addTo(into, '', item)
    else if ('fields' in op) Object.assign(into, op.fields)
    else open.pop()
  }

  return {
    take(ops: readonly Op[]): void {
      for (const op of ops) apply(op)
    },
    value: (): unknown => root[0],
  }
}
