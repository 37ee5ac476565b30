import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { EndpointSpec } from '#contract/wire.ts'
import { ApiError } from './api-error.ts'
import type { Api } from './client.ts'
import { type AnyInput, type InputArgs, inputOf, type Remote, type Reply } from './remote.ts'

/** Key: the endpoint's path as in the contract, then its arguments. */
export const keyOf = (remote: Remote, input: AnyInput = {}) => [remote.path, input] as const

/** For reads outside of a component: `queries.ensureQueryData(replyOf(api, endpoints.plans.list))`. Components call `useReply`. */
export function replyOf<E extends EndpointSpec>(api: Api, remote: Remote<E>, ...args: InputArgs<E>) {
  const input = inputOf(args)
  return queryOptions<Reply<E>>({
    queryKey: keyOf(remote, input),
    queryFn: ({ signal }) => api.ask(remote, input, signal),
  })
}

const isUnreachable = (error: unknown) => error instanceof ApiError && error.kind === 'unreachable'

/** Live data comes from the hub. REST is used when a page opens and when the hub sends `invalidate`. */
export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false, // The socket notices a reconnect before the browser does, and invalidates then.
        networkMode: 'always', // A panel on loopback responds even if the browser is offline.
        retry: (failures, error) => isUnreachable(error) && failures < 3,
      },
      mutations: { networkMode: 'always' },
    },
  })
