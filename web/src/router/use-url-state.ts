import { useMemo, useSyncExternalStore } from 'react'
import { useServices } from '../services.tsx'

interface Options {
  /** `push`: Back undoes it (a drawer, a tab). `replace`: no history entry (a filter). */
  how?: 'push' | 'replace'
}

/**
 * A string kept in the URL: `const [open, setOpen] = useUrlState('c', { how: 'push' })`. Blank is not
 * written.
 */
export function useUrlState(
  name: string,
  { how = 'replace' }: Options = {},
): [value: string, set: (value: string) => void] {
  const { router } = useServices()
  const value = useParam(name)
  const set = useMemo(() => (next: string) => router.setParams({ [name]: next }, how), [router, name, how])
  return [value, set]
}

/** One of a few values, kept in the URL; the first one is the default and is not written. */
export function useUrlChoice<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
  options: Options = {},
): [T, (value: T) => void] {
  const [given, set] = useUrlState(name, options)
  const value = choices.find((choice) => choice === given) ?? choices[0]
  return [value, (next) => set(next === choices[0] ? '' : next)]
}

export function usePath(): string {
  const { router } = useServices()
  return useSyncExternalStore(router.subscribe, router.path)
}

/** One query parameter; blank if absent. */
export function useParam(name: string): string {
  const { router } = useServices()
  const read = () => new URLSearchParams(router.search()).get(name) ?? ''
  return useSyncExternalStore(router.subscribe, read)
}
