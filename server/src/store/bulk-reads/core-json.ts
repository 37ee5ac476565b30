import { createHmac } from 'node:crypto'
import type { FallbackRow } from '#contract/fallback.ts'
import type { Block } from '#contract/inbound.ts'
import { buildConfig } from '#domain/core-config/build.ts'
import type { EyeKeys } from '#domain/core-config/check-user.ts'
import { inboundSection, type SectionSource } from '#domain/core-config/inbound-section.ts'
import {
  checkUsersOf,
  coreUser,
  type HiddenBytes,
  type UserSource,
  usersOf,
} from '#domain/core-config/users.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { toUserSource, userColumns } from '../rows/client.ts'
import { type AddressKeyRow, addressKeysSql, toAddressKeys } from '../rows/host.ts'
import { type InboundRow, type StoredFallback, toFallback, toSectionSource } from '../rows/inbound.ts'
import { type Query, step } from './query.ts'

/** What only the panel knows about the users of its core. */
interface Own {
  /** The panel's secret, used to derive values that only the panel knows. */
  secret: string
  /** Each inbound has a hidden client for each of them. */
  eyes: readonly EyeKeys[]
  /** Bytes are counted apart on every inbound. */
  perInbound: boolean
}

export interface CoreConfigArgs extends Own {
  template: Block
  apiListen: string
  /** Tags of inbounds to leave out. */
  without?: readonly string[]
}
export interface CoreInboundArgs extends Own {
  id: number
}

export const hiddenBytes =
  (secret: string): HiddenBytes =>
  (name, length) =>
    new Uint8Array(createHmac('sha512', secret).update(`core ${name}`).digest().subarray(0, length))

const enabledSql = (
  engineTrue: string,
) => `select ${userColumns.map((name) => `c.${name}`).join(', ')}, ci.flow_override from client_inbounds ci join clients c on c.id = ci.client_id
  where ci.inbound_id = $1 and ci.client_id > $2 and c.enable = ${engineTrue} order by ci.client_id limit ${step}`

async function* clientsInSteps(query: Query, inboundId: number): AsyncGenerator<UserSource[]> {
  const sql = enabledSql('true') // SQLite reads `true` as 1
  for (let after = 0; ; ) {
    const rows = await query<Parameters<typeof toUserSource>[0]>(sql, [inboundId, after])
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toUserSource)
    after = last.id
  }
}

async function clientsOf(query: Query, inboundId: number): Promise<UserSource[]> {
  const all: UserSource[] = []
  for await (const part of clientsInSteps(query, inboundId)) for (const client of part) all.push(client)
  return all
}

export async function readWorld(
  query: Query,
  perInbound = false,
): Promise<{ inbounds: Map<number, SectionSource>; fallbacks: FallbackRow[] }> {
  const rows = await query<InboundRow>('select * from inbounds order by id', [])
  const fallbacks = await query<StoredFallback>(
    'select * from inbound_fallbacks order by master_id, sort_order, id',
    [],
  )
  const addressKeys = toAddressKeys(await query<AddressKeyRow>(addressKeysSql, []))
  return {
    inbounds: new Map(rows.map((r) => [r.id, toSectionSource(r, { perInbound, addressKeys })])),
    fallbacks: fallbacks.map(toFallback),
  }
}

/** The whole configuration, one inbound at a time: at most one inbound's clients are in memory. */
export async function* coreConfigJson(
  query: Query,
  { template, apiListen, secret, eyes, perInbound, without = [] }: CoreConfigArgs,
): AsyncGenerator<string> {
  const { inbounds, fallbacks } = await readWorld(query, perInbound)
  const hidden = hiddenBytes(secret)
  const sources = [...inbounds.values()]
  const { inbounds: all, ...rest } = buildConfig({
    template,
    inbounds: sources.map((inbound) => ({ inbound, clients: [] })),
    fallbacks,
    apiListen,
    hidden,
    eyes,
  })
  const world = { fallbacks, inbounds, hidden, eyes }
  const byTag = new Map(sources.filter((s) => s.enable && runsHere(s)).map((s) => [s.tag, s]))
  yield `{${JSON.stringify(rest).slice(1, -1)},"inbounds":[`
  const skeletons = all.filter(({ tag }) => !without.includes(tag))
  for (const [i, skeleton] of skeletons.entries()) {
    const source = byTag.get(skeleton.tag)
    const section = source ? await sectionOf(query, source, world) : skeleton
    yield (i > 0 ? ',' : '') + JSON.stringify(section)
  }
  yield ']}'
}

interface World {
  fallbacks: readonly FallbackRow[]
  inbounds: ReadonlyMap<number, SectionSource>
  hidden: HiddenBytes
  eyes: readonly EyeKeys[]
}

async function sectionOf(query: Query, source: SectionSource, world: World) {
  return inboundSection(source, await clientsOf(query, source.id), {
    ...world,
    fallbacks: world.fallbacks.filter((f) => f.masterId === source.id),
    childOf: (id) => world.inbounds.get(id),
  })
}

export async function* coreInboundJson(
  query: Query,
  { id, secret, eyes, perInbound }: CoreInboundArgs,
): AsyncGenerator<string> {
  const world = { ...(await readWorld(query, perInbound)), hidden: hiddenBytes(secret), eyes }
  const source = world.inbounds.get(id)
  yield source ? JSON.stringify(await sectionOf(query, source, world)) : 'null'
}

/** The users that an inbound should have in the core. Each piece is a list: the whole set is never in memory. */
export async function* coreUsersJson(
  query: Query,
  { id, secret, eyes, perInbound }: CoreInboundArgs,
): AsyncGenerator<string> {
  const source = (await readWorld(query, perInbound)).inbounds.get(id)
  if (!source) return
  const hidden = hiddenBytes(secret)
  const own = checkUsersOf(source, hidden, eyes)
  if (own.length > 0) yield JSON.stringify(own)
  const entriesOf = (client: UserSource) =>
    usersOf(source, client, hidden).flatMap((user) => coreUser(source, user) ?? [])
  for await (const part of clientsInSteps(query, id)) yield JSON.stringify(part.flatMap(entriesOf))
}
