import { type RefObject, useEffect, useRef, useState } from 'react'

/** Some rows by name, or everything that matches the query except a few. */
interface Chosen {
  all: boolean
  names: ReadonlySet<string>
}

const none: Chosen = { all: false, names: new Set() }

export interface Selection {
  /** Everything that matches, scrolled into view or not. */
  all: boolean
  count: number
  has(key: string): boolean
  set(keys: readonly string[], chosen: boolean): void
  selectAll(): void
  clear(): void
  /** The selected names or, if all are selected, the deselected ones. */
  names: ReadonlySet<string>
  /** The row that was chosen last: a range begins there. */
  anchor: RefObject<number | undefined>
}

/** Selection by query, not by page: `scope` is the query, and another query starts a new selection. */
export function useSelection(scope: string, matching: number): Selection {
  const [chosen, setChosen] = useState(none)
  const anchor = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scope clears it
  useEffect(() => {
    setChosen(none)
    anchor.current = undefined
  }, [scope])
  const { all, names } = chosen
  return {
    all,
    names,
    anchor,
    count: all ? Math.max(0, matching - names.size) : names.size,
    has: (key) => names.has(key) !== all,
    set(keys, on) {
      setChosen((old) => {
        const next = new Set(old.names)
        for (const key of keys) {
          if (on === old.all) next.delete(key)
          else next.add(key)
        }
        return { all: old.all, names: next }
      })
    },
    selectAll: () => setChosen({ all: true, names: new Set() }),
    clear: () => setChosen(none),
  }
}
