import { adding, readUser, removing, type UserEntry, type UserHome } from './accounts.ts'
import { createChannel } from './call.ts'
import { type CoreCounter, readCounters } from './counters.ts'
import { CoreError } from './errors.ts'
import {
  AddRuleRequestSchema,
  AlterRequestSchema,
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
  UsersRequestSchema,
  UsersResponseSchema,
  UsersStatsRequestSchema,
  UsersStatsResponseSchema,
} from './generated/core_pb.ts'
import { readList } from './pieces.ts'

const handler = '/xray.app.proxyman.command.HandlerService'
const stats = '/xray.app.stats.command.StatsService'
const router = '/xray.app.router.command.RoutingService'
const observatory = '/xray.core.app.observatory.command.ObservatoryService'
const handlerMs = 10_000
const removeUserMs = 5_000
const routingMs = 30_000

const m = {
  alter: {
    path: `${handler}/AlterInbound`,
    input: AlterRequestSchema,
    output: EmptySchema,
    deadlineMs: handlerMs,
  },
  addInbound: {
    path: `${handler}/AddInbound`,
    input: HandlerRequestSchema,
    output: EmptySchema,
    deadlineMs: handlerMs,
  },
  removeInbound: {
    path: `${handler}/RemoveInbound`,
    input: TagRequestSchema,
    output: EmptySchema,
    deadlineMs: handlerMs,
  },
  listInbounds: {
    path: `${handler}/ListInbounds`,
    input: ListInboundsRequestSchema,
    output: HandlersResponseSchema,
    deadlineMs: handlerMs,
  },
  users: {
    path: `${handler}/GetInboundUsers`,
    input: UsersRequestSchema,
    output: UsersResponseSchema,
    deadlineMs: handlerMs,
  },
  addOutbound: {
    path: `${handler}/AddOutbound`,
    input: HandlerRequestSchema,
    output: EmptySchema,
    deadlineMs: handlerMs,
  },
  removeOutbound: {
    path: `${handler}/RemoveOutbound`,
    input: TagRequestSchema,
    output: EmptySchema,
    deadlineMs: handlerMs,
  },
  listOutbounds: {
    path: `${handler}/ListOutbounds`,
    input: EmptySchema,
    output: HandlersResponseSchema,
    deadlineMs: handlerMs,
  },
  queryStats: {
    path: `${stats}/QueryStats`,
    input: QueryStatsRequestSchema,
    output: QueryStatsResponseSchema,
    deadlineMs: handlerMs,
  },
  sysStats: {
    path: `${stats}/GetSysStats`,
    input: EmptySchema,
    output: SysStatsResponseSchema,
    deadlineMs: 3_000,
  },
  usersStats: {
    path: `${stats}/GetUsersStats`,
    input: UsersStatsRequestSchema,
    output: UsersStatsResponseSchema,
    deadlineMs: handlerMs,
  },
  onlineIps: {
    path: `${stats}/GetStatsOnlineIpList`,
    input: OnlineIpsRequestSchema,
    output: OnlineIpsResponseSchema,
    deadlineMs: handlerMs,
  },
  addRule: {
    path: `${router}/AddRule`,
    input: AddRuleRequestSchema,
    output: EmptySchema,
    deadlineMs: routingMs,
  },
  removeRule: {
    path: `${router}/RemoveRule`,
    input: RemoveRuleRequestSchema,
    output: EmptySchema,
    deadlineMs: routingMs,
  },
  listRules: {
    path: `${router}/ListRule`,
    input: EmptySchema,
    output: RulesResponseSchema,
    deadlineMs: routingMs,
  },
  testRoute: {
    path: `${router}/TestRoute`,
    input: TestRouteRequestSchema,
    output: RoutingContextSchema,
    deadlineMs: handlerMs,
  },
  balancer: {
    path: `${router}/GetBalancerInfo`,
    input: BalancerRequestSchema,
    output: BalancerResponseSchema,
    deadlineMs: handlerMs,
  },
  overrideBalancer: {
    path: `${router}/OverrideBalancerTarget`,
    input: OverrideBalancerRequestSchema,
    output: EmptySchema,
    deadlineMs: handlerMs,
  },
  observatory: {
    path: `${observatory}/GetOutboundStatus`,
    input: EmptySchema,
    output: ObservatoryResponseSchema,
    deadlineMs: handlerMs,
  },
} as const

/** Calls to the running core. A failed one throws a CoreError. */
export function createCoreApi(address: string) {
  const { call, raw, close } = createChannel(address)
  const tags = (list: { handlers: { tag: string }[] }) => list.handlers.map((h) => h.tag)

  return {
    async addUser(home: UserHome, entry: UserEntry): Promise<void> {
      await call(m.alter, adding(home, entry))
    },
    async removeUser(tag: string, email: string): Promise<void> {
      await call({ ...m.alter, deadlineMs: removeUserMs }, removing(tag, email))
    },
    addInbound: async (bytes: Uint8Array) => void (await call(m.addInbound, { handler: bytes })),
    removeInbound: async (tag: string) => void (await call(m.removeInbound, { tag })),
    inboundTags: async () => tags(await call(m.listInbounds, { onlyTags: true })),
    /** Emails of the users behind a tag, as the core knows them. */
    userEmails: async (tag: string) =>
      (await readList(await raw(m.users, { tag }), readUser)).map((u) => u.email),
    users: async (tag: string) => readList(await raw(m.users, { tag }), readUser),
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
