/** Names and types only; `a.b[].c` is a field of every item in a list. */
export type Shape = Record<string, string>

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object'

/** Every value that a path leads to. */
function valuesAt(value: unknown, steps: readonly string[]): unknown[] {
  const [step, ...rest] = steps
  if (step === undefined) return [value]
  if (step === '[]') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : []
  return isObject(value) && Object.hasOwn(value, step) ? valuesAt(value[step], rest) : []
}

const stepsOf = (path: string) =>
  path.split('.').flatMap((part) => (part.endsWith('[]') ? [part.slice(0, -2), '[]'] : [part]))

/** What is missing in all replies of a route, and what has another type in any. */
export function deviations(shape: Shape, replies: readonly unknown[]): string[] {
  return Object.entries(shape).flatMap(([path, types]) => {
    const values = replies.flatMap((reply) => valuesAt(reply, stepsOf(path)))
    if (values.length === 0) return [`${path} is missing`]
    const wrong = values.find((value) => !types.split('|').includes(typeOf(value)))
    return wrong === undefined ? [] : [`${path} is ${typeOf(wrong)}, not ${types}`]
  })
}

const kinds: Record<string, (value: unknown) => boolean> = {
  any: () => true,
  bool: (value) => typeof value === 'boolean',
  int: (value) => Number.isSafeInteger(value),
  string: (value) => typeof value === 'string',
}

/** A generated client fails on a required key that a single row lacks. */
export function lacks(required: Shape, rows: readonly unknown[]): string[] {
  if (rows.length === 0) return ['there is no row']
  return Object.entries(required).flatMap(([key, type]) =>
    rows.every((row) => isObject(row) && Object.hasOwn(row, key) && fits(row[key], type))
      ? []
      : [`${key} ${type}`],
  )
}

function fits(value: unknown, type: string): boolean {
  const item = /^\[(\w+)\]$/.exec(type)?.[1]
  if (item === undefined) return kinds[type]?.(value) ?? isObject(value)
  return Array.isArray(value) && value.every((one) => fits(one, item))
}
