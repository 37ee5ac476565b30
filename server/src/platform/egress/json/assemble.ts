import type { Op } from './parts.ts'

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
