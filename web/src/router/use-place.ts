import { useSyncExternalStore } from 'react'
import { useServices } from '../services.tsx'

export function usePath(): string {
  const { place } = useServices()
  return useSyncExternalStore(place.subscribe, place.path)
}

/** One query parameter; blank if absent. */
export function useParam(name: string): string {
  const { place } = useServices()
  const read = () => new URLSearchParams(place.search()).get(name) ?? ''
  return useSyncExternalStore(place.subscribe, read)
}
