import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Services, useServices } from '../services.tsx'
import { type Found, finders } from './finders.ts'

async function findAll(text: string, services: Services, signal: AbortSignal): Promise<Found[][]> {
  // One that fails (a page of another version) does not take the others along.
  return Promise.all(finders.map(({ find }) => find(text, services, signal).catch(() => [])))
}

/** What the server knows by this text, a moment after the last key. */
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
    /** The list belongs to what stands in the field. */
    settled: text === typed.trim() && !(isFetching && (isPlaceholderData || !data)),
  }
}
