import { join } from 'node:path'
import type { Coded } from '#contract/coded.ts'
import type { CustomGeoBody } from '#contract/geo-api.ts'
import { type AskedRoute, isEntryOf } from '#domain/core-config/matched-rules.ts'
import { coded, codedList, codedOf, Refusal } from '#domain/refusal.ts'
import { createSerial } from '../platform/db/serial.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { nextAfter } from '../platform/jobs/schedule.ts'
import type { Log } from '../platform/log.ts'
import type { Base } from '../settings/base-services.ts'
import { noted } from '../store/changes/commit.ts'
import { apply, type GeoUser } from './apply.ts'
import { createCustom } from './custom.ts'
import { createGeodata, type Geodata, knownFiles } from './geodata.ts'
import { createNetworks } from './networks.ts'
import { type FetchDeps, modifiedAt, type Staged, stage } from './staged.ts'
import { checkTokens, namedBy } from './tokens.ts'

interface Deps extends Pick<Base, 'db' | 'commit' | 'egress' | 'settings' | 'log' | 'now'> {
  /** The folder where the core looks for geo files. */
  folder: string
  core: GeoUser
}

const everyDayMs = 86_400_000
const everyMinuteMs = 60_000
const scheduled: Actor = { kind: 'job', name: 'geo-update', address: '' }
const job: Actor = { kind: 'job', name: 'geo-missing', address: '' }

/**
 * The geo files of the core. Owns the table `custom_geo_resources` and the files in the core's folder. Offers fetching,
 * storing, reading what is in them, and the network of an address. All changes to files go through one queue.
 */
export function createGeo(deps: Deps) {
  const serial = createSerial()
  const known = createKnown(deps)
  const custom = createCustom(deps)
  const geodata = createGeodata(deps.folder)
  const networks = createNetworks(deps.folder)

  let servedUntil = deps.now()

  function dueIn(): number | undefined {
    const { geoUpdateEnable, geoUpdateCron, timeLocation } = deps.settings.current()
    const slot = geoUpdateEnable ? nextAfter(geoUpdateCron, servedUntil, timeLocation) : undefined
    return slot === undefined ? undefined : slot - deps.now()
  }

  /** Every instance has files of its own, so each updates them. A slot that was missed is left out. */
  async function updateOnSchedule(): Promise<void> {
    if ((dueIn() ?? 1) > 0) return
    servedUntil = deps.now()
    await serial(async () => {
      const { failed } = await custom.downloadAll(scheduled)
      await known(undefined, { onlyPresent: true })
      if (failed[0]) throw Refusal.of(failed[0].errorCoded)
    })
  }

  return {
    /** One well-known file, or all of them. */
    updateKnown: (only: string | undefined, actor: Actor) =>
      serial(async () => {
        await known(only)
        await noted(deps.commit, actor, { action: 'geo.update', objectKind: 'geo', object: only ?? 'all' })
      }),
    /** The well-known files that are there, with one restart of a core that uses some of them. */
    updatePresent: (actor: Actor) =>
      serial(async () => {
        await known(undefined, { onlyPresent: true })
        await noted(deps.commit, actor, { action: 'geo.update', objectKind: 'geo', object: 'all' })
      }),
    list: custom.list,
    aliases: custom.aliases,
    add: (body: CustomGeoBody, actor: Actor) => serial(() => custom.add(body, actor)),
    change: (id: string | undefined, body: CustomGeoBody, actor: Actor) =>
      serial(() => custom.change(id, body, actor)),
    remove: (id: string | undefined, actor: Actor) => serial(() => custom.remove(id, actor)),
    download: (id: string | undefined, actor: Actor) => serial(() => custom.download(id, actor)),
    downloadAll: (actor: Actor) => serial(() => custom.downloadAll(actor)),
    networks,
    files: geodata.files,
    categories: geodata.categories,
    entries: geodata.entries,
    validate: (tokens: string | readonly string[], kind: string) => checkTokens(geodata, tokens, kind),
    inList: (token: string, to: Pick<AskedRoute, 'domain' | 'ip'>) => inList(geodata, token, to),
    scheduled: { name: 'geo-update', everyMs: everyMinuteMs, run: updateOnSchedule, dueIn } satisfies Job,
    missing: {
      name: 'geo-missing',
      everyMs: everyDayMs,
      atStart: true,
      run: () => serial(() => custom.fetchMissing(job)),
    } satisfies Job,
  }
}

export type Geo = ReturnType<typeof createGeo>

/** Updates the well-known files. Those that were fetched are put in place even if another one failed. */
function createKnown(deps: FetchDeps & { core: GeoUser; log: Log }) {
  const { folder, core, log } = deps

  return async (only?: string, { onlyPresent = false } = {}): Promise<void> => {
    if (only !== undefined && !knownFiles.has(only))
      throw new Refusal('geo.file-unknown', { files: [...knownFiles.keys()].join(', ') }, 'fileName')
    const wanted = only === undefined ? [...knownFiles.keys()] : [only]
    const staged: Staged[] = []
    const failures: Coded[] = []
    for (const name of wanted) {
      try {
        const since = await modifiedAt(join(folder, name))
        if (onlyPresent && since === '') continue
        const file = await stage(deps, { name, url: knownFiles.get(name)!, since })
        if (file) staged.push(file)
      } catch (error) {
        if (!(error instanceof Refusal)) log.warn({ err: error }, 'failed to fetch a geo file')
        failures.push(coded('geo.file-failed', { name, reason: codedOf(error) }))
      }
    }
    if (staged.length > 0) await apply(core, log, staged)
    const [first, ...more] = failures
    if (first) throw new Refusal('geo.update-incomplete', { reasons: codedList([first, ...more]) })
  }
}

type Destination = Pick<AskedRoute, 'domain' | 'ip'>

/** The name without its attributes, and whether it has the wanted ones. */
function parted(value: string, wanted: readonly string[]) {
  const [name = '', ...attributes] = value.split(' @')
  const has = new Set(attributes.map((attribute) => attribute.toLowerCase()))
  const fits = wanted.every((w) =>
    w.startsWith('!') ? !has.has(w.slice(1).toLowerCase()) : has.has(w.toLowerCase()),
  )
  return { name, fits }
}

/** Whether the list of a token names a destination; undefined if that cannot be told. */
export async function inList(
  geodata: Pick<Geodata, 'entriesIn'>,
  token: string,
  to: Destination,
): Promise<boolean | undefined> {
  const named = namedBy(token)
  if (named === undefined || named === 'syntax') return undefined
  const isReversed = /^!|:!/.test(token)
  let unsure = false
  try {
    for await (const { kind, value } of geodata.entriesIn(named.file, named.code)) {
      const { name, fits } = parted(value, named.wanted)
      const verdict = fits && isEntryOf({ kind, value: name }, to)
      if (verdict) return !isReversed
      unsure ||= verdict === undefined
    }
  } catch (error) {
    if (error instanceof Refusal) return undefined // the file is gone, or has no such list
    throw error
  }
  return unsure ? undefined : isReversed
}
