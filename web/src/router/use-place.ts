import { useSyncExternalStore } from 'react'
import { useServices } from '../services.tsx'

export function usePath(): string {
  const { place } = useServices()
  return useSyncExternalStore(place.subscribe, place.path)
}

/** One of a few values kept in the address; the first one is the default and is not written. */
export function useChoice<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
): [T, (value: T) => void] {
  const { place } = useServices()
  const search = useSyncExternalStore(place.subscribe, place.search)
  const given = new URLSearchParams(search).get(name)
  const value = choices.find((choice) => choice === given) ?? choices[0]
  return [value, (next) => place.setParam(name, next === choices[0] ? undefined : next)]
}
