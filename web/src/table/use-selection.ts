import { useEffect, useRef, useState } from 'react'

/** Some rows by name, or everything that matches the query except a few. */
interface Chosen {
  all: boolean
  names: ReadonlySet<string>
}

const none: Chosen = { all: false, names: new Set() }

/** Selection by query, not by page: `scope` is the query, and another query starts a new selection. */
export function useSelection(scope: string, matching: number) {
  const [chosen, setChosen] = useState(none)
  const anchor = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scope clears it
  useEffect(() => {
    setChosen(none)
    anchor.current = undefined
  }, [scope])
  const { all, names } = chosen
  return {
    /** Everything that matches, scrolled into view or not. */
    all,
    /** The selected names or, if all are selected, the deselected ones. */
    names,
    /** The row that was chosen last: a range begins there. */
    anchor,
    count: all ? Math.max(0, matching - names.size) : names.size,
    has: (key: string) => names.has(key) !== all,
    set(keys: readonly string[], on: boolean) {
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

export type Selection = ReturnType<typeof useSelection>
