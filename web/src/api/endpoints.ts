import {
  QueryClient,
  queryOptions,
  type UseMutationOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { clientsRoutes } from '#contract/routes/clients.ts'
import { networkRoutes } from '#contract/routes/network.ts'
import { panelRoutes } from '#contract/routes/panel.ts'
import type { EndpointSpec } from '#contract/wire.ts'
import { useServices } from '../services.tsx'
import { isUnreachable } from './api-error.ts'
import type { Api } from './client.ts'
import { type AnyInput, type Input, type InputArgs, inputOf, type Remote, type Reply } from './remote.ts'

/** The contract's constants contain zod schemas: the browser loads the routes, and only the types of the rest. */
interface Apis {
  audit: typeof import('#contract/audit-api.ts').auditApi
  backup: typeof import('#contract/backup-api.ts').backupApi
  caps: typeof import('#contract/caps-api.ts').capsApi
  certificates: typeof import('#contract/certificates-api.ts').certificatesApi
  clientDetails: typeof import('#contract/client-details-api.ts').clientDetailsApi
  clientGroups: typeof import('#contract/clients-bulk-api.ts').clientGroupsApi
  clients: typeof import('#contract/clients-api.ts').clientsApi
  clientsBulk: typeof import('#contract/clients-bulk-api.ts').clientsBulkApi
  connections: typeof import('#contract/core-api.ts').connectionsApi
  core: typeof import('#contract/core-api.ts').coreApi
  devices: typeof import('#contract/devices-api.ts').devicesApi
  directory: typeof import('#contract/directory-api.ts').directoryApi
  docs: typeof import('#contract/docs-api.ts').docsApi
  entries: typeof import('#contract/entries-api.ts').entriesApi
  follow: typeof import('#contract/follow-api.ts').followApi
  geo: typeof import('#contract/geo-api.ts').geoApi
  health: typeof import('#contract/health-api.ts').healthApi
  history: typeof import('#contract/history-api.ts').historyApi
  hosts: typeof import('#contract/hosts-api.ts').hostsApi
  inbounds: typeof import('#contract/inbounds-api.ts').inboundsApi
  jobs: typeof import('#contract/jobs-api.ts').jobsApi
  moveIn: typeof import('#contract/move-in-api.ts').moveInApi
  nodes: typeof import('#contract/nodes-api.ts').nodesApi
  nodeCores: typeof import('#contract/node-cores-api.ts').nodeCoresApi
  notices: typeof import('#contract/notices-api.ts').noticesApi
  outbounds: typeof import('#contract/outbounds-api.ts').outboundsApi
  plans: typeof import('#contract/plans-api.ts').plansApi
  policies: typeof import('#contract/policies-api.ts').policiesApi
  probes: typeof import('#contract/probes-api.ts').probesApi
  quotas: typeof import('#contract/quotas-api.ts').quotasApi
  rotation: typeof import('#contract/rotation-api.ts').rotationApi
  session: typeof import('#contract/session-api.ts').sessionApi
  setting: typeof import('#contract/settings-api.ts').settingApi
  setup: typeof import('#contract/setup-api.ts').setupApi
  status: typeof import('#contract/status.ts').statusApi
  telegram: typeof import('#contract/telegram-api.ts').telegramApi
  tlsTools: typeof import('#contract/tls-tools-api.ts').tlsToolsApi
  traffic: typeof import('#contract/traffic-api.ts').trafficApi
  undo: typeof import('#contract/undo-api.ts').undoApi
  updates: typeof import('#contract/updates-api.ts').updatesApi
  usage: typeof import('#contract/usage-api.ts').usageApi
  xray: typeof import('#contract/core-api.ts').xrayApi
}

const routes = { ...clientsRoutes, ...networkRoutes, ...panelRoutes }
type Called<Group extends keyof Apis> = keyof Apis[Group] & keyof (typeof routes)[Group]
type RemoteOf<Endpoint> = Endpoint extends EndpointSpec ? Remote<Endpoint> : never

/** `endpoints.plans.add`: the endpoint that the contract calls `plansApi.add`. */
export const endpoints: {
  [Group in keyof Apis]: { [Name in Called<Group>]: RemoteOf<Apis[Group][Name]> }
} = routes

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

// biome-ignore lint/suspicious/noConfusingVoidType: `mutate()` without an argument
type Sent<E extends EndpointSpec> = object extends Input<E> ? void : Input<E>
type CallOptions<E extends EndpointSpec> = Omit<UseMutationOptions<Reply<E>, Error, Sent<E>>, 'mutationFn'>

/** A call that a button makes: `useCall(endpoints.plans.del, { onSuccess })`, then `mutate({ params: { id } })`. */
export function useCall<E extends EndpointSpec>(remote: Remote<E>, options: CallOptions<E> = {}) {
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
