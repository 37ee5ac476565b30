import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { EndpointSpec } from '#contract/wire.ts'
import { useServices } from '../services.tsx'
import { keyOf } from './queries.ts'
import { type Input, inputOf, type Remote, type Reply } from './remote.ts'

// biome-ignore lint/suspicious/noConfusingVoidType: `mutate()` without an argument
type Sent<E extends EndpointSpec> = object extends Input<E> ? void : Input<E>
type Options<E extends EndpointSpec> = Omit<UseMutationOptions<Reply<E>, Error, Sent<E>>, 'mutationFn'>

/** A call that a button makes: `useCall(endpoints.plans.del, { onSuccess })`, then `mutate({ params: { id } })`. */
export function useCall<E extends EndpointSpec>(remote: Remote<E>, options: Options<E> = {}) {
  const { api } = useServices()
  return useMutation<Reply<E>, Error, Sent<E>>({
    ...options,
    mutationFn: (input) => api.ask(remote, inputOf([input])),
  })
}

/** Fetches these again where they are shown. */
export function useRefresh(...remotes: readonly Remote[]) {
  const { queries } = useServices()
  return () => Promise.all(remotes.map((remote) => queries.invalidateQueries({ queryKey: keyOf(remote) })))
}
