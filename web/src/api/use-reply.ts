import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { EndpointSpec } from '#contract/wire.ts'
import { useServices } from '../services.tsx'
import { keyOf } from './queries.ts'
import type { AnyInput, Input, Remote, Reply } from './remote.ts'

type QueryOptions<E extends EndpointSpec, Data> = Omit<
  UseQueryOptions<Reply<E>, Error, Data>,
  'queryKey' | 'queryFn'
>
type Options<E extends EndpointSpec, Data> = Input<E> & QueryOptions<E, Data>

/** `useReply(endpoints.plans.list, { staleTime: 0 })`: arguments of the endpoint and options of `useQuery` in one object. */
export function useReply<E extends EndpointSpec, Data = Reply<E>>(
  remote: Remote<E>,
  ...args: object extends Input<E> ? [options?: Options<E, Data>] : [options: Options<E, Data>]
): UseQueryResult<Data> {
  const { api } = useServices()
  const { params, body, query, ...options } = (args[0] ?? {}) as AnyInput & QueryOptions<E, Data>
  const input = { ...(params && { params }), ...(body !== undefined && { body }), ...(query && { query }) }
  return useQuery<Reply<E>, Error, Data>({
    ...options,
    queryKey: keyOf(remote, input),
    queryFn: ({ signal }) => api.ask(remote, input, signal),
  })
}
