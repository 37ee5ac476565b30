import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { GeoCategory, GeoEntry, GeoFile } from '#contract/geo-api.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { Refusal } from '#domain/refusal.ts'
import { entriesOf } from './category.ts'
import { type GeoIndex, indexGeoFile, readCategory } from './dat-file.ts'
import { BrokenMessage } from './wire-reader.ts'

const MOST_INDEXES = 16
const BREATH = 20_000

export interface Page {
  q: string
  offset: number
  limit: number
}

const refused = (name: string, error: unknown): unknown =>
  error instanceof BrokenMessage
    ? new Refusal('geo.file-unreadable', { name, reason: error.message }, 'file')
    : error

/** Reads geo files piece by piece: the largest file needs no more memory than its largest category. */
export function createGeodata(folder: string) {
  const known = new BoundedMap<string, { mark: string; index: Promise<GeoIndex> }>(MOST_INDEXES)

  async function index(name: string): Promise<GeoIndex> {
    if (!isGeoName(name)) throw new Refusal('geo.file-name-invalid', {}, 'file')
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) throw new Refusal('geo.file-missing', { name }, 'file')
    const mark = `${found.ino} ${found.size} ${found.mtimeMs}`
    const kept = known.get(name)
    if (kept?.mark === mark) return kept.index.catch((error) => Promise.reject(refused(name, error)))
    const fresh = indexGeoFile(path)
    known.set(name, { mark, index: fresh })
    return fresh.catch((error) => Promise.reject(refused(name, error)))
  }

  async function describe(name: string): Promise<GeoFile> {
    const { size, mtimeMs } = await stat(join(folder, name))
    const about = { name, size, modifiedAt: Math.floor(mtimeMs / 1000) }
    return index(name).then(
      ({ kind, categories }) => ({ ...about, kind, categories: categories.length }),
      (error: Error) => ({ ...about, kind: '', categories: 0, error: error.message }),
    )
  }

  async function category(file: string, code: string) {
    const { categories } = await index(file)
    const wanted = code.toUpperCase()
    const found = categories.find((c) => c.code.toUpperCase() === wanted)
    if (!found) throw new Refusal('geo.category-missing', { file, code }, 'code')
    return found
  }

  /** All entries of a category, with pauses for other work. */
  async function* entriesIn(file: string, code: string): AsyncGenerator<GeoEntry> {
    const found = await category(file, code)
    const path = join(folder, file)
    const bytes = await readCategory(path, found).catch((e) => Promise.reject(refused(file, e)))
    let seen = 0
    for (const entry of entriesOf(bytes, found.kind)) {
      if (++seen % BREATH === 0) await setImmediate()
      yield entry
    }
  }

  return {
    index,
    entriesIn,
    async files(): Promise<GeoFile[]> {
      const names = (await readdir(folder).catch(() => [])).filter(isGeoName).sort()
      const found: GeoFile[] = []
      for (const name of names) found.push(await describe(name)) // one by one: only one category in memory
      return found
    },
    async categories(file: string, { q, offset, limit }: Page) {
      const wanted = q.toUpperCase()
      const { categories } = await index(file)
      const fitting = categories.filter(({ code }) => code.toUpperCase().includes(wanted))
      const items = fitting
        .slice(offset, offset + limit)
        .map(({ code, entries, attributes }): GeoCategory => ({ code, entries, attributes }))
      return { items, total: fitting.length }
    },
    async entries(file: string, code: string, { q, offset, limit }: Page) {
      const wanted = q.toLowerCase()
      const items: GeoEntry[] = []
      let total = 0
      for await (const entry of entriesIn(file, code)) {
        if (wanted !== '' && !entry.value.toLowerCase().includes(wanted)) continue
        if (total >= offset && items.length < limit) items.push(entry)
        total++
      }
      return { items, total }
    },
  }
}

export type Geodata = ReturnType<typeof createGeodata>

const latest = (repository: string, file: string) =>
  `https://github.com/${repository}/releases/latest/download/${file}`

/** Well-known files and their download URLs. */
export const knownFiles: ReadonlyMap<string, string> = new Map([
  ['geoip.dat', latest('Loyalsoldier/v2ray-rules-dat', 'geoip.dat')],
  ['geosite.dat', latest('Loyalsoldier/v2ray-rules-dat', 'geosite.dat')],
  ['geoip_IR.dat', latest('chocolate4u/Iran-v2ray-rules', 'geoip.dat')],
  ['geosite_IR.dat', latest('chocolate4u/Iran-v2ray-rules', 'geosite.dat')],
  ['geoip_RU.dat', latest('runetfreedom/russia-v2ray-rules-dat', 'geoip.dat')],
  ['geosite_RU.dat', latest('runetfreedom/russia-v2ray-rules-dat', 'geosite.dat')],
])

/** A plain file name in the core's folder: it becomes a path. */
export const isGeoName = (name: string): boolean => /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,120}\.dat$/.test(name)
