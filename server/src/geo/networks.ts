import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BoundedMap } from '#domain/bounded-map.ts'
import type { NetworkFacts } from '#domain/health/networks.ts'
import { addressBytes } from '#domain/net/address.ts'
import { unmapped } from '#domain/net/cidr.ts'
import { type Network, unknownNetwork } from '#domain/net/network.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { createThread } from '../platform/thread/thread.ts'
import { countryIn } from './countries.ts'
import type { CountryOperations, CountryTable } from './countries-worker.ts'
import { type Mmdb, openMmdb } from './mmdb.ts'
import { networkIn } from './network-record.ts'
import { BrokenMessage } from './wire-reader.ts'

const everyMs = 60_000
/** Of all files together. */
const mostBytes = 128 * 1024 * 1024
const mostFiles = 4
const mostKnown = 20_000
const countryFile = 'geoip.dat'

interface Read {
  name: string
  /** Another one means another content. */
  mark: string
  database?: Mmdb
  /** The records of the file say this. */
  says: { provider: boolean; country: boolean }
  problem: string
}

const saysNothing = { provider: false, country: false }
const reasonOf = (error: unknown) =>
  error instanceof BrokenMessage ? error.message : `it cannot be read (${(error as Error).message})`

const tooLarge = (name: string, mark: string): Read => ({
  ...{ name, mark, says: saysNothing },
  problem: `it is too large: the panel reads up to ${mostBytes / 2 ** 20} MB`,
})

async function markOf(path: string) {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return { size: found.size, mark: `${found.ino} ${found.size} ${found.mtimeMs}` }
}

async function readDatabase(path: string, { name, mark }: Pick<Read, 'name' | 'mark'>): Promise<Read> {
  try {
    const database = openMmdb(await readFile(path))
    const networks = database.sample().map(networkIn)
    const says = {
      provider: networks.some((network) => (network?.asn ?? 0) > 0),
      country: networks.some((network) => network?.country),
    }
    return { name, mark, database, says, problem: '' }
  } catch (error) {
    return { name, mark, says: saysNothing, problem: reasonOf(error) }
  }
}

/**
 * To which country and provider an address belongs, by the files `*.mmdb` in the folder of the geo files; the country also
 * by `geoip.dat`. Nobody is asked. The files are read again when they change.
 */
export function createNetworks(folder: string) {
  const known = new BoundedMap<string, Network>(mostKnown)
  const thread = createThread<CountryOperations>({
    ...{ name: 'countries-worker', from: import.meta.url, idleMs: 0 },
    isBackground: true,
  })
  let databases: readonly Read[] = []
  let countries: { mark: string; table?: CountryTable; problem: string } | undefined
  /** Nobody reads the large table of countries for nothing. */
  let isWanted = false

  async function lookAtDatabases(): Promise<void> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.mmdb')).sort()
    const now: Read[] = []
    let left = mostBytes
    for (const name of names.slice(0, mostFiles)) {
      const path = join(folder, name)
      const found = await markOf(path)
      if (!found) continue
      const { mark, size } = found
      left -= size
      const same = databases.find((one) => one.name === name && one.mark === mark)
      now.push(left < 0 ? tooLarge(name, mark) : (same ?? (await readDatabase(path, { name, mark }))))
    }
    const isSame = (one: Read, i: number) => one.mark === databases[i]?.mark
    if (now.length !== databases.length || !now.every(isSame)) known.clear()
    databases = now
  }

  async function lookAtCountries(): Promise<void> {
    const isNeeded = isWanted && !databases.some(({ says }) => says.country)
    const path = join(folder, countryFile)
    const mark = isNeeded ? (await markOf(path))?.mark : undefined
    if (mark === countries?.mark) return
    known.clear()
    if (mark === undefined) countries = undefined
    else
      countries = await thread.ask('countries', path).then(
        (table) => ({ mark, table, problem: '' }),
        (error: Error) => ({ mark, problem: error.message }),
      )
    known.clear() // what was asked meanwhile
  }

  function look(address: string): Network {
    isWanted = true
    const given = addressBytes(address)
    if (!given) return unknownNetwork
    const bytes = unmapped(given)
    let { country, asn, provider } = unknownNetwork
    for (const read of databases) {
      const found = findIn(read, bytes)
      if (!found) continue
      country ||= found.country
      if (asn === 0 && found.asn > 0) ({ asn, provider } = found)
    }
    if (country === '' && countries?.table) country = countryIn(countries.table, bytes)
    return { country, asn, provider }
  }

  async function refresh(): Promise<void> {
    await lookAtDatabases()
    await lookAtCountries()
  }

  return {
    of: (address: string): Network => known.of(address, look),
    refresh,
    job: { name: 'geo-networks', everyMs, atStart: true, run: refresh } satisfies Job,
    facts: (): NetworkFacts => ({
      folder,
      hasProviders: databases.some(({ says }) => says.provider),
      hasCountries: databases.some(({ says }) => says.country) || countries?.table !== undefined,
      problems: [...databases, ...(countries ? [{ name: countryFile, ...countries }] : [])]
        .filter(({ problem }) => problem !== '')
        .map(({ name, problem: reason }) => ({ name, reason })),
    }),
  }
}

/** A damaged record is found when it is asked for: the file says so from then on. */
function findIn(read: Read, bytes: readonly number[]): Network | undefined {
  try {
    return networkIn(read.database?.find(bytes))
  } catch (error) {
    read.problem = reasonOf(error)
    return undefined
  }
}

export type Networks = ReturnType<typeof createNetworks>
export type NetworkOf = Networks['of']
