import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Coded } from '#contract/coded.ts'
import type { CustomGeo, CustomGeoBody } from '#contract/geo-api.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../store/base-services.ts'
import { apply, type GeoUser } from './apply.ts'
import { checkFields, fileNameOf } from './custom-rules.ts'
import { type CustomRow, createCustomStore, nameOf } from './custom-store.ts'
import { type FetchDeps, modifiedAt, type Staged, stage } from './staged.ts'

interface Deps extends Base<'db' | 'commit' | 'log' | 'now'>, FetchDeps {
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
