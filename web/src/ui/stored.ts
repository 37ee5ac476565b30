import { useState } from 'react'

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

/** A choice that this browser remembers: columns, saved views, the last inbounds. */
export function useStored<T>(
  key: string,
  fallback: T,
  isRight: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const [value, setValue] = useState(() => readStored(key, fallback, isRight))
  return [
    value,
    (next) => {
      writeStored(key, next)
      setValue(next)
    },
  ]
}

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
