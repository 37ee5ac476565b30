import type { AlertParams } from '#contract/alerts.ts'
import { PagedQuery } from '#contract/client-bodies.ts'
import { carriesClients } from '#contract/protocol.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { thresholds } from '#domain/clients/status.ts'
import { canCarryFlow } from '#domain/inbounds/capabilities.ts'
import { serviceOf } from '#domain/limits/service.ts'
import { Refusal } from '#domain/refusal.ts'
import { readPolicies } from '../store/policies.ts'
import { toInboundFields } from '../store/rows/inbound.ts'
import { setsFor } from '../store/sets.ts'
import type { ClientFacts, Moment } from './cards/client-card.ts'
import type { ServerFacts } from './cards/status-card.ts'
import type { InboundFacts } from './menus/inbounds.ts'
import { perPage } from './menus/paging.ts'
import type { Screen } from './screen.ts'
import type { BotServices } from './services.ts'

const mostBlocked = 20

type Filters = 'online' | 'expiring' | 'depleted' | 'deactive'
const filters: Partial<Record<Extract<Screen, { at: 'clients' }>['of'], Filters>> = {
  online: 'online',
  expiring: 'expiring',
  depleted: 'depleted',
  disabled: 'deactive',
}

export function createFacts(services: BotServices) {
  const { db, reads, now, settings } = services
  const sets = setsFor(db.engine)

  const moment = (): Moment => {
    const { expireDiff, trafficDiff, timeLocation } = settings.current()
    return { now: now(), zone: timeLocation, thresholds: thresholds(expireDiff, trafficDiff) }
  }

  async function inbounds(): Promise<InboundFacts[]> {
    const rows = await db.read.selectFrom('inbounds').selectAll().orderBy('id').execute()
    return rows.map((row) => {
      const fields = toInboundFields(row)
      return {
        id: row.id,
        remark: row.remark,
        protocol: fields.protocol,
        port: row.port,
        enable: row.enable,
        up: row.up,
        down: row.down,
        quota: row.total,
        expiryTime: row.expiry_time,
        takesClients: carriesClients(fields.protocol),
        takesFlow: canCarryFlow(fields),
      }
    })
  }

  async function named(ids: readonly number[]) {
    if (ids.length === 0) return []
    return db.read
      .selectFrom('inbounds')
      .select(['id', 'remark', 'protocol'])
      .where('id', 'in', ids.slice(0, 100))
      .orderBy('id')
      .execute()
  }

  type Found = Awaited<ReturnType<typeof reads.byTgId>>[number]
  const factsOf = async (record: Found): Promise<ClientFacts> => ({
    ...(await termsOf(record)),
    email: record.email,
    subId: record.subId,
    enable: record.enable,
    online: services.online.has(record.email),
    lastOnline: record.traffic.lastOnline,
    up: record.traffic.up,
    down: record.traffic.down,
    quota: record.totalGB,
    expiryTime: record.expiryTime,
    ips: record.limitIp,
    tgId: record.tgId,
    comment: record.comment,
    group: record.group,
    reset: record.reset,
    inbounds: await named(record.inboundIds),
  })

  /** With what its group and plan say. */
  async function termsOf(record: Found) {
    const { totalGB: quota, expiryTime, traffic, group: name } = record
    const policies = await readPolicies(db.read, sets, [record])
    const { shared, ...limits } = policies(record)
    const group = await db.read
      .selectFrom('client_groups')
      .select('limit_hwid')
      .where('name', '=', record.group)
      .executeTakeFirst()
    const used = traffic.up + traffic.down
    return {
      service: serviceOf({ quota, expiryTime, used }, shared && { ...shared, group: name }),
      limits: { ...limits, limitHwid: record.limitHwid || (group?.limit_hwid ?? 0), slowed: record.slowed },
    }
  }

  async function client(email: string): Promise<ClientFacts | undefined> {
    try {
      const { client: record, inboundIds } = await reads.get(email)
      const traffic = await reads.traffic(email)
      return await factsOf({ ...record, inboundIds, traffic })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'client.missing') return undefined
      throw error
    }
  }

  const own = async (tgId: number): Promise<ClientFacts[]> =>
    Promise.all((await reads.byTgId(String(tgId))).slice(0, 50).map(factsOf))

  const page = (more: object) => services.page(PagedQuery.parse({ pageSize: perPage, ...more }))

  return {
    moment,
    inbounds,
    client,
    own,
    /** A client of this person; for everybody else it does not exist. */
    ownOne: async (tgId: number, email: string): Promise<ClientFacts | undefined> =>
      (await own(tgId)).find((one) => emailKey(one.email) === emailKey(email)),
    /** `count`: how many fit in all. */
    async list({ of, page: at, search, inbound }: Extract<Screen, { at: 'clients' }>) {
      const query = {
        ...(filters[of] && { filter: filters[of] }),
        ...(of === 'usage' && { sort: 'traffic', order: 'descend' }),
        ...(search !== undefined && { search }),
        ...(inbound !== undefined && { inbound: String(inbound) }),
      }
      const found = await page({ ...query, page: at })
      // The list became shorter since the button was made.
      const last = Math.max(1, Math.ceil(found.filtered / perPage))
      const { items, filtered } = at > last ? await page({ ...query, page: last }) : found
      return { items, count: filtered }
    },
    clientsOn: async (inbound: number): Promise<number> =>
      (await page({ inbound: String(inbound), page: 1, pageSize: 1 })).filtered,
    async server(): Promise<ServerFacts> {
      const { summary } = await page({ page: 1, pageSize: 1 })
      const health = await services.health.view()
      const { zone } = moment()
      return { host: services.host(), status: services.status.current(), summary, health, zone }
    },
    /** Names of clients that end soon or have ended, as the report lists them. */
    async ending() {
      const { summary } = await page({ page: 1, pageSize: 1 })
      return summary
    },
    async blocked() {
      const rows = await db.read
        .selectFrom('alerts')
        .select(['params', 'at'])
        .where('kind', '=', 'client.ip-limit')
        .orderBy('id', 'desc')
        .limit(mostBlocked)
        .execute()
      return rows.map(({ params, at }) => {
        const { email, addresses } = JSON.parse(params) as AlertParams<'client.ip-limit'> // as it was recorded
        return { email, addresses, at }
      })
    },
    plans: services.plans.list,
    addresses: async (email: string): Promise<readonly string[]> => {
      const list = await reads.ips(email)
      return typeof list === 'string' ? [] : list
    },
  }
}

export type Facts = ReturnType<typeof createFacts>
