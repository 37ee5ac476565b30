import type { ConfigVersion } from '#contract/core-api.ts'
import type { Block } from '#contract/inbound.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import { withoutCheckUser } from '#domain/core-config/check-user.ts'
import { configDiff } from '#domain/core-config/diff.ts'
import { Refusal } from '#domain/refusal.ts'
import type { PastInbound } from '../../inbounds/service.ts'
import { parseBlock } from '../../platform/db/json.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Base } from '../../settings/base-services.ts'
import type { SettingsRoom } from '../../settings/service.ts'
import { toInboundFields } from '../../store/rows/inbound.ts'
import { templateOf } from './desired.ts'

const kept = 50

export interface Past {
  template: Block
  inbounds: PastInbound[]
}

interface Deps extends Pick<Base, 'db' | 'commit' | 'log' | 'now'> {
  settings: Pick<SettingsRoom, 'current'>
}

/** The author of a configuration that another instance on the database has made. It records the version itself. */
export const anotherInstance: Actor = { kind: 'job', name: 'another instance', address: '' }

/** The configurations that ran, without clients: bounded, comparable, and each template can be restored. */
export function createConfigHistory({ db, commit, settings, now, log }: Deps) {
  const newestFirst = () => db.read.selectFrom('core_versions').orderBy('id', 'desc')

  const plain = (config: CoreConfig): string => {
    // The panel chooses these listen addresses; they are not the operator's configuration.
    const { api: _, metrics: __, ...rest } = config
    return JSON.stringify({ ...rest, inbounds: rest.inbounds.map(withoutCheckUser) })
  }

  async function one(id: number) {
    const row = await db.read.selectFrom('core_versions').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal('config.missing', { id }, 'id')
    return row
  }

  async function store(config: CoreConfig, reason: string, by: Actor): Promise<void> {
    const text = plain(config)
    const last = await newestFirst().select('config').limit(1).executeTakeFirst()
    if (last?.config === text) return
    await commit.upkeep(async (tx) => {
      const rows = await tx.selectFrom('inbounds').selectAll().orderBy('id').execute()
      const past = rows.map((row): PastInbound => ({ id: row.id, tag: row.tag, ...toInboundFields(row) }))
      const { id } = await tx
        .insertInto('core_versions')
        .values({
          at: now(),
          actor_kind: by.kind,
          actor: by.name,
          reason,
          template: JSON.stringify(templateOf(settings.current())),
          config: text,
          inbounds: JSON.stringify(past),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .deleteFrom('core_versions')
        .where('id', '<=', id - kept)
        .execute()
    })
  }

  return {
    /** Records what runs now. Writes nothing if the same configuration is already active (P29). */
    async note(config: CoreConfig, reason: string, by: Actor): Promise<void> {
      if (by === anotherInstance) return
      await store(config, reason, by).catch((error) =>
        log.warn({ err: error }, 'failed to record a configuration'),
      )
    },
    async list(): Promise<ConfigVersion[]> {
      const rows = await newestFirst().select(['id', 'at', 'actor_kind', 'actor', 'reason']).execute()
      return rows.map((r, i) => ({
        id: r.id,
        at: r.at,
        actorKind: r.actor_kind,
        actor: r.actor,
        reason: r.reason,
        current: i === 0,
      }))
    },
    async diff(from: number, to: number) {
      const [a, b] = [await one(from), await one(to)]
      return configDiff(parseBlock(a.config), parseBlock(b.config))
    },
    async lastTemplate(): Promise<Block | undefined> {
      const row = await newestFirst().select('template').limit(1).executeTakeFirst()
      return row && parseBlock(row.template)
    },
    /** The template of a version and the inbounds as they were then; none for a version of an older panel. */
    async past(id: number): Promise<Past> {
      const { template, inbounds } = await one(id)
      const rows = inbounds === '' ? [] : (JSON.parse(inbounds) as PastInbound[]) // written by `store`
      return { template: parseBlock(template), inbounds: rows }
    },
  }
}

export type ConfigHistory = ReturnType<typeof createConfigHistory>
