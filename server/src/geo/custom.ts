import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Selectable, Updateable } from 'kysely'
import type { Act } from '#contract/acts.ts'
import type { Coded } from '#contract/coded.ts'
import type { CustomGeo, CustomGeoBody, GeoKind } from '#contract/geo-api.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { isUniqueViolation } from '../platform/db/unique.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import { apply, type GeoUser } from './apply.ts'
import { type FetchDeps, modifiedAt, type Staged, stage } from './staged.ts'

interface Deps extends Pick<Base, 'db' | 'commit' | 'log' | 'now'>, FetchDeps {
  core: GeoUser
}

function errorOf(stored: string): Pick<CustomGeo, 'lastError' | 'lastErrorCoded'> {
  if (stored === '') return { lastError: '' }
  const lastErrorCoded = JSON.parse(stored) as Coded // written below
  return { lastError: inEnglish(lastErrorCoded), lastErrorCoded }
}

const shown = (row: CustomRow): CustomGeo => ({
  id: row.id,
  type: row.geo_type,
  alias: row.alias,
  url: row.url,
  localPath: row.local_path,
  lastUpdatedAt: row.last_updated_at,
  lastModified: row.last_modified,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ...errorOf(row.last_error),
})
const about = (row: CustomRow) => ({ id: row.id, alias: row.alias, fileName: nameOf(row) })
const says = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The operator's own geo files: a row with the source of each, and the file in the core's folder. */
export function createCustom(deps: Deps) {
  const { core, log, folder } = deps
  const store = createCustomStore(deps)
  const refresh = createRefresh(deps, store)

  /** Without this file, or under another name, the core would fail to start (R37). */
  function refuseInUse(name: string): void {
    if (core.stored().has(name) || core.running().has(name)) throw new Refusal('geo.file-in-use', { name })
  }

  /** The row first, then the file: `fetchMissing` repairs a row without a file. */
  async function inPlace(staged: Staged | undefined, row: Promise<unknown>): Promise<void> {
    await row.catch((error) => {
      staged?.settle()
      throw error
    })
    if (staged) await apply(core, log, [staged])
  }
  const stampOf = (name: string, staged: Staged | undefined) => ({
    local_path: join(folder, name),
    last_updated_at: Math.floor(deps.now() / 1000),
    last_modified: staged?.lastModified ?? '',
    last_error: '',
  })

  return {
    list: async () => (await store.rows()).map(shown),
    async aliases() {
      const all = (await store.rows()).map((row) => {
        const fileName = nameOf(row)
        return { alias: row.alias, type: row.geo_type, fileName, extExample: `ext:${fileName}:tag` }
      })
      const of = (type: string) => all.filter((one) => one.type === type)
      return { geosite: of('geosite'), geoip: of('geoip') }
    },
    async add(body: CustomGeoBody, actor: Actor): Promise<void> {
      const fields = checkFields(body)
      const name = fileNameOf(fields)
      if ((await store.rows()).some((row) => nameOf(row) === name))
        throw new Refusal('geo.alias-taken', {}, 'alias')
      const staged = await stage(deps, { name, url: fields.url, since: '' })
      await inPlace(staged, store.insert(fields, stampOf(name, staged), actor))
    },
    async change(id: string | undefined, body: CustomGeoBody, actor: Actor): Promise<void> {
      const row = await store.find(id)
      const { type, alias, url } = checkFields(body)
      const [before, after] = [nameOf(row), fileNameOf({ type, alias })]
      if (before !== after) refuseInUse(before)
      const staged = await stage(deps, { name: after, url, since: '' })
      const stamp = stampOf(after, staged)
      const values = { geo_type: type, alias, url, updated_at: stamp.last_updated_at, ...stamp }
      await inPlace(staged, store.update(row, values, 'geo.update', actor))
      if (before !== after) rmSync(join(folder, before), { force: true })
    },
    async remove(id: string | undefined, actor: Actor): Promise<string> {
      const row = await store.find(id)
      refuseInUse(nameOf(row))
      await store.remove(row, actor)
      rmSync(join(folder, nameOf(row)), { force: true })
      return nameOf(row)
    },
    async download(id: string | undefined, actor: Actor): Promise<string> {
      const row = await store.find(id)
      const { failed } = await refresh([row], actor)
      if (failed[0]) throw Refusal.of(failed[0].errorCoded)
      return nameOf(row)
    },
    downloadAll: async (actor: Actor) => refresh(await store.rows(), actor),
    /** After a move to another machine the rows exist and the files do not. */
    async fetchMissing(actor: Actor): Promise<void> {
      const missing: CustomRow[] = []
      for (const row of await store.rows())
        if ((await modifiedAt(join(folder, nameOf(row)))) === '') missing.push(row)
      if (missing.length === 0) return
      const { failed } = await refresh(missing, actor)
      for (const { fileName, error } of failed)
        log.warn(`${fileName} is missing and could not be fetched: ${error}`)
    },
  }
}

type Outcome = ReturnType<typeof about>

/** Fetches several files again and restarts the core once for all of them. */
function createRefresh(deps: Deps, store: ReturnType<typeof createCustomStore>) {
  return async (rows: readonly CustomRow[], actor: Actor) => {
    const came: { row: CustomRow; staged: Staged | undefined }[] = []
    const failed: (Outcome & { error: string; errorCoded: Coded })[] = []
    for (const row of rows) {
      try {
        const there = await modifiedAt(join(deps.folder, nameOf(row)))
        const since = there === '' ? '' : row.last_modified
        came.push({ row, staged: await stage(deps, { name: nameOf(row), url: row.url, since }) })
      } catch (error) {
        failed.push({ ...about(row), error: says(error), errorCoded: codedOf(error) })
        await store.failed(row, codedOf(error))
      }
    }
    const files = came.flatMap(({ staged }) => staged ?? [])
    try {
      if (files.length > 0) await apply(deps.core, deps.log, files)
    } catch (error) {
      const all = came.map(({ row }) => ({ ...about(row), error: says(error), errorCoded: codedOf(error) }))
      for (const { row } of came) await store.failed(row, codedOf(error))
      return { succeeded: [], failed: [...failed, ...all] }
    }
    const last_updated_at = Math.floor(deps.now() / 1000)
    for (const { row, staged } of came) {
      const stamp = { last_updated_at, last_error: '', ...(staged && { last_modified: staged.lastModified }) }
      await store.update(row, stamp, 'geo.download', actor)
    }
    return { succeeded: came.map(({ row }) => about(row)), failed }
  }
}

type Table = Schema['custom_geo_resources']
type CustomRow = Selectable<Table>

export const nameOf = (row: CustomRow): string => fileNameOf({ type: row.geo_type, alias: row.alias })

/** The only writer of this table; every write is audited. */
function createCustomStore({ db, commit }: { db: Db; commit: Commit }) {
  const rows = () => db.read.selectFrom('custom_geo_resources').selectAll().orderBy('id').execute()

  const write = (actor: Actor, action: Act, object: string, work: (tx: Tx) => Promise<unknown>) =>
    commit(actor, async (tx) => {
      await work(tx)
      return { result: undefined, action: { action, objectKind: 'geo', object } }
    }).catch((error) => {
      if (isUniqueViolation(error)) throw new Refusal('geo.alias-taken', {}, 'alias')
      throw error
    })

  return {
    rows,
    async find(text: string | undefined): Promise<CustomRow> {
      const id = Number(text)
      const query = db.read.selectFrom('custom_geo_resources').selectAll()
      const row = isRowId(id) ? await query.where('id', '=', id).executeTakeFirst() : undefined
      if (!row) throw new Refusal('geo.id-invalid', { id: text ?? '' }, 'id')
      return row
    },
    insert: (
      { type, alias, url }: CustomFields,
      stamp: Pick<CustomRow, 'local_path' | 'last_updated_at' | 'last_modified' | 'last_error'>,
      actor: Actor,
    ) =>
      write(actor, 'geo.add', fileNameOf({ type, alias }), (tx) => {
        const [created_at, updated_at] = [stamp.last_updated_at, stamp.last_updated_at]
        const row = { geo_type: type, alias, url, created_at, updated_at, ...stamp }
        return tx.insertInto('custom_geo_resources').values(row).execute()
      }),
    update: (row: CustomRow, values: Updateable<Table>, action: Act, actor: Actor) =>
      write(actor, action, nameOf({ ...row, ...(values as Partial<CustomRow>) }), (tx) =>
        tx.updateTable('custom_geo_resources').set(values).where('id', '=', row.id).execute(),
      ),
    /** The file that is there stays in use. */
    failed: (row: CustomRow, why: Coded) =>
      commit.upkeep((tx) =>
        tx
          .updateTable('custom_geo_resources')
          .set({ last_error: JSON.stringify(why) })
          .where('id', '=', row.id)
          .execute(),
      ),
    remove: (row: CustomRow, actor: Actor) =>
      write(actor, 'geo.delete', nameOf(row), (tx) =>
        tx.deleteFrom('custom_geo_resources').where('id', '=', row.id).execute(),
      ),
  }
}

const reserved = new Set(['geoip', 'geosite', 'geoip_ir', 'geosite_ir', 'geoip_ru', 'geosite_ru'])

export interface CustomFields {
  type: GeoKind
  alias: string
  url: string
}

export const fileNameOf = ({ type, alias }: { type: string; alias: string }): string => `${type}_${alias}.dat`

/** The same rules as in 3x-ui. Whether the URL may be requested is decided by the egress guard. */
export function checkFields({ type, alias, url }: CustomGeoBody): CustomFields {
  if (type !== 'geosite' && type !== 'geoip') throw new Refusal('geo.type-unknown', {}, 'type')
  if (!/^[a-z0-9_-]{1,64}$/.test(alias)) throw new Refusal('geo.alias-invalid', {}, 'alias')
  const plain = alias.replaceAll('-', '_')
  if (reserved.has(plain) || reserved.has(`${type}_${plain}`))
    throw new Refusal('geo.alias-reserved', { alias }, 'alias')
  if (url.length > 2_048 || !/^https?:\/\/[^/]/i.test(url)) throw new Refusal('geo.url-invalid', {}, 'url')
  return { type, alias, url }
}
