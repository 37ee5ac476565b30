import { useMemo } from 'react'
import { useServices } from '../services.tsx'
import { useParam } from './use-place.ts'

interface Options {
  /** `push`: the browser's Back takes it back (a drawer, a tab); `replace`: it is no step of its own (a filter). */
  how?: 'push' | 'replace'
}

/** A text that lives in the address: `const [open, setOpen] = useUrlState('c', { how: 'push' })`. Blank is not written. */
export function useUrlState(
  name: string,
  { how = 'replace' }: Options = {},
): [value: string, set: (value: string) => void] {
  const { place } = useServices()
  const value = useParam(name)
  const set = useMemo(() => (next: string) => place.setParams({ [name]: next }, how), [place, name, how])
  return [value, set]
}

/** One of a few values kept in the address; the first one is the default and is not written. */
export function useUrlChoice<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
  options: Options = {},
): [T, (value: T) => void] {
  const [given, set] = useUrlState(name, options)
  const value = choices.find((choice) => choice === given) ?? choices[0]
  return [value, (next) => set(next === choices[0] ? '' : next)]
}

/** Several names in one part of the address, divided by commas: the columns that are shown, say. */
export function useUrlList(
  name: string,
  options: Options = {},
): [string[], (value: readonly string[]) => void] {
  const [given, set] = useUrlState(name, options)
  const list = useMemo(() => (given === '' ? [] : given.split(',')), [given])
  return [list, (next) => set(next.join(','))]
}
