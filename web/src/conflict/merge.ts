/** A field whose saved value differs from the one in the form, because another user saved meanwhile. */
export interface Clash {
  /** A field inside a block is named with it: `streamSettings.network`. */
  key: string
  theirs: unknown
  mine: unknown
  /** The form has changed it too. */
  both: boolean
}

type Values = Readonly<Record<string, unknown>>
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const isBlock = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function* clashesIn(base: Values, theirs: Values, mine: Values, blocks: Blocks, path = ''): Generator<Clash> {
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, saved, typed] = [base[name], theirs[name], mine[name]]
    if (same(saved, was) || same(saved, typed)) continue
    const key = path + name
    const isOpened = path !== '' || blocks.includes(name)
    if (isOpened && isBlock(saved) && isBlock(typed))
      yield* clashesIn(isBlock(was) ? was : {}, saved, typed, blocks, `${key}.`)
    else yield { key, theirs: saved, mine: typed, both: !same(typed, was) }
  }
}

/** Blocks whose fields are compared one by one. */
type Blocks = readonly string[]

/** Fields that were saved meanwhile and differ from what the form would save. */
export const clashesOf = (base: Values, theirs: Values, mine: Values, blocks: Blocks = []): Clash[] => [
  ...clashesIn(base, theirs, mine, blocks),
]

const at = (values: Values, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isBlock(value) ? value[name] : undefined), values)

function put(values: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  const inner = values[name]
  return { ...values, [name]: rest.length === 0 ? value : put(isBlock(inner) ? inner : {}, rest, value) }
}

/** The form's values, with theirs where they were chosen. */
export function mergedValues<V extends object>(mine: V, theirs: Values, taken: ReadonlySet<string>): V {
  let merged = mine as Values // forms are plain records
  for (const key of taken) {
    const path = key.split('.')
    merged = put(merged, path, at(theirs, path))
  }
  return merged as V // keys of both
}
