import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Services, useServices } from '../services.tsx'
import { type Found, finders } from './finders.ts'

async function findAll(text: string, services: Services, signal: AbortSignal): Promise<Found[][]> {
  // One failing finder (a page of another version) must not break the others.
  return Promise.all(finders.map(({ find }) => find(text, services, signal).catch(() => [])))
}

/** Search results from the server, debounced. */
export function useFound(typed: string) {
  const services = useServices()
  const [text] = useDebouncedValue(typed.trim(), 120)
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['palette', text],
    queryFn: ({ signal }) => findAll(text, services, signal),
    enabled: text !== '',
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })
  return {
    found: text === '' || typed.trim() === '' ? [] : (data ?? []),
    /** The list belongs to the current text in the field. */
    settled: text === typed.trim() && !(isFetching && (isPlaceholderData || !data)),
  }
}
