import { type Cell, createCell, useCell } from './cell.ts'

/** Storage may be blocked, full, or contain anything; then the fallback is used. */
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
    // Kept until the page is reloaded.
  }
}

/** One per key, so that all components show the same value. */
const cells = new Map<string, Cell<unknown>>()

/** A choice that this browser remembers: columns, saved views, plans. */
export function useStored<T>(
  key: string,
  fallback: T,
  isRight: (value: unknown) => value is T,
): [T, (value: T) => void] {
  // Each key is used with one type only, by the code that names it.
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
