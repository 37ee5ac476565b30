import { useSyncExternalStore } from 'react'
import { useServices } from '../services.tsx'

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
