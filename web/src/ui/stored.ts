import { type Cell, createCell, useCell } from './cell.ts'

/** Storage may be forbidden or full, and what is in it may be anybody's: then the fallback holds. */
export function readStored<T>(key: string, fallback: T, isRight: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isRight(value) ? value : fallback
  } catch {
    return fallback
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // It holds until the page is loaded again.
  }
}

/** One for each key, so that everybody who shows it shows the same. */
const cells = new Map<string, Cell<unknown>>()

/** A choice that this browser remembers: columns, saved views, plans. */
export function useStored<T>(
  key: string,
  fallback: T,
  isRight: (value: unknown) => value is T,
): [T, (value: T) => void] {
  // A key is used with one type only: whoever names it owns it.
  const cell = (cells.get(key) ?? createCell<unknown>(readStored(key, fallback, isRight))) as Cell<T>
  cells.set(key, cell as Cell<unknown>) // the map holds them all
  const value = useCell(cell)
  return [
    value,
    (next) => {
      writeStored(key, next)
      cell.set(next)
    },
  ]
}

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
