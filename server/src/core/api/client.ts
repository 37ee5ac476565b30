import { createChannel, handlerService as handler, method } from './call.ts'
import { CoreError } from './errors.ts'
import {
  AddRuleRequestSchema,
  BalancerRequestSchema,
  BalancerResponseSchema,
  EmptySchema,
  HandlerRequestSchema,
  HandlersResponseSchema,
  ListInboundsRequestSchema,
  ObservatoryResponseSchema,
  OnlineIpsRequestSchema,
  OnlineIpsResponseSchema,
  OverrideBalancerRequestSchema,
  QueryStatsRequestSchema,
  QueryStatsResponseSchema,
  RemoveRuleRequestSchema,
  type RoutingContext,
  RoutingContextSchema,
  RulesResponseSchema,
  SysStatsResponseSchema,
  TagRequestSchema,
  TestRouteRequestSchema,
  UsersStatsRequestSchema,
  UsersStatsResponseSchema,
} from './generated/core_pb.ts'
import { type CoreCounter, readCounters } from './pieces.ts'
import { userCalls } from './users.ts'

const stats = '/xray.app.stats.command.StatsService'
const router = '/xray.app.router.command.RoutingService'
const observatory = '/xray.core.app.observatory.command.ObservatoryService'
const routingMs = 30_000

const m = {
  addInbound: method(`${handler}/AddInbound`, HandlerRequestSchema, EmptySchema),
  removeInbound: method(`${handler}/RemoveInbound`, TagRequestSchema, EmptySchema),
  listInbounds: method(`${handler}/ListInbounds`, ListInboundsRequestSchema, HandlersResponseSchema),
  addOutbound: method(`${handler}/AddOutbound`, HandlerRequestSchema, EmptySchema),
  removeOutbound: method(`${handler}/RemoveOutbound`, TagRequestSchema, EmptySchema),
  listOutbounds: method(`${handler}/ListOutbounds`, EmptySchema, HandlersResponseSchema),
  queryStats: method(`${stats}/QueryStats`, QueryStatsRequestSchema, QueryStatsResponseSchema),
  sysStats: method(`${stats}/GetSysStats`, EmptySchema, SysStatsResponseSchema, 3_000),
  usersStats: method(`${stats}/GetUsersStats`, UsersStatsRequestSchema, UsersStatsResponseSchema),
  onlineIps: method(`${stats}/GetStatsOnlineIpList`, OnlineIpsRequestSchema, OnlineIpsResponseSchema),
  addRule: method(`${router}/AddRule`, AddRuleRequestSchema, EmptySchema, routingMs),
  removeRule: method(`${router}/RemoveRule`, RemoveRuleRequestSchema, EmptySchema, routingMs),
  listRules: method(`${router}/ListRule`, EmptySchema, RulesResponseSchema, routingMs),
  testRoute: method(`${router}/TestRoute`, TestRouteRequestSchema, RoutingContextSchema),
  balancer: method(`${router}/GetBalancerInfo`, BalancerRequestSchema, BalancerResponseSchema),
  overrideBalancer: method(`${router}/OverrideBalancerTarget`, OverrideBalancerRequestSchema, EmptySchema),
  observatory: method(`${observatory}/GetOutboundStatus`, EmptySchema, ObservatoryResponseSchema),
}

/** Calls to the running core. A failed one throws a CoreError. */
export function createCoreApi(address: string) {
  const channel = createChannel(address)
  const { call, raw, close } = channel
  const tags = (list: { handlers: { tag: string }[] }) => list.handlers.map((h) => h.tag)

  return {
    ...userCalls(channel),
    addInbound: async (bytes: Uint8Array) => void (await call(m.addInbound, { handler: bytes })),
    removeInbound: async (tag: string) => void (await call(m.removeInbound, { tag })),
    inboundTags: async () => tags(await call(m.listInbounds, { onlyTags: true })),
    addOutbound: async (bytes: Uint8Array) => void (await call(m.addOutbound, { handler: bytes })),
    removeOutbound: async (tag: string) => void (await call(m.removeOutbound, { tag })),
    outboundTags: async () => tags(await call(m.listOutbounds, {})),
    /** Counters without reset (R30). */
    counters: async (pattern = ''): Promise<CoreCounter[]> =>
      readCounters(await raw(m.queryStats, { pattern, reset: false })),
    sysStats: async () => call(m.sysStats, {}),
    /** Users with a live connection, and their addresses. */
    async online(): Promise<{ email: string; ips: { ip: string; lastSeen: number }[] }[]> {
      const { users } = await call(m.usersStats, { includeTraffic: false, reset: false })
      return users.map((u) => ({
        email: u.email,
        ips: u.ips.map((i) => ({ ip: i.ip, lastSeen: Number(i.lastSeen) })),
      }))
    },
    /** The addresses of one user, by the exact name in the core; the cost does not depend on how many are online. */
    async onlineIps(email: string): Promise<string[]> {
      try {
        return Object.keys((await call(m.onlineIps, { name: `user>>>${email}>>>online` })).ips)
      } catch (error) {
        if (error instanceof CoreError && error.kind === 'missing') return []
        throw error
      }
    },
    appendRules: async (config: Uint8Array) =>
      void (await call(m.addRule, {
        config: { type: 'xray.app.router.Config', value: config },
        append: true,
      })),
    removeRule: async (ruleTag: string) => void (await call(m.removeRule, { ruleTag })),
    listRules: async () =>
      (await call(m.listRules, {})).rules.map((r) => ({ tag: r.tag, ruleTag: r.ruleTag })),
    testRoute: async (context: Partial<Omit<RoutingContext, '$typeName' | '$unknown'>>) =>
      call(m.testRoute, { context }),
    balancer: async (tag: string) => (await call(m.balancer, { tag })).balancer,
    overrideBalancer: async (balancerTag: string, target: string) =>
      void (await call(m.overrideBalancer, { balancerTag, target })),
    observatory: async () => (await call(m.observatory, {})).status?.status ?? [],
    close,
  }
}

export type CoreApi = ReturnType<typeof createCoreApi>
