import { serveThread } from '../platform/thread/serving.ts'
import { indexGeoFile, readCategory } from './dat-file.ts'
import { BrokenMessage, fieldsOf } from './wire-reader.ts'

/** Networks of countries, in order: 48 bits of the first address, 6 of the length, 10 of the country. */
export interface CountryTable {
  codes: string[]
  four: BigUint64Array
  six: BigUint64Array
}

const mostNetworks = 4_000_000
const mostCodes = 1_024

/** Undefined: it is no network. */
function entryOf(bytes: Uint8Array, code: number): { isFour: boolean; entry: bigint } | undefined {
  let address: Uint8Array = new Uint8Array()
  let length = 0
  for (const { id, value } of fieldsOf(bytes)) {
    if (id === 1 && typeof value !== 'number') address = value
    if (id === 2 && typeof value === 'number') length = value
  }
  const isFour = address.length === 4
  if ((!isFour && address.length !== 16) || length > address.length * 8) return undefined
  let first = 0n
  for (let i = 0; i < 6; i++) first = first * 256n + BigInt(address[i] ?? 0)
  return { isFour, entry: (first << 16n) | (BigInt(Math.min(length, 48)) << 10n) | BigInt(code) }
}

/** The countries of a geo file: its lists with a name of two letters. */
async function countries(path: string): Promise<CountryTable> {
  const index = await indexGeoFile(path)
  if (index.kind !== 'geoip') throw new BrokenMessage('it is no list of networks')
  const wanted = index.categories.filter(({ code }) => /^[a-z]{2}$/i.test(code)).slice(0, mostCodes)
  const most = wanted.reduce((sum, { entries }) => sum + entries, 0)
  if (most > mostNetworks) throw new BrokenMessage('it holds too many networks')
  const [four, six] = [new BigUint64Array(most), new BigUint64Array(most)]
  let [fours, sixes] = [0, 0]
  for (const [code, category] of wanted.entries())
    for (const { id, value } of fieldsOf(await readCategory(path, category))) {
      const found = id === 2 && typeof value !== 'number' ? entryOf(value, code) : undefined
      if (found?.isFour) four[fours++] = found.entry
      else if (found) six[sixes++] = found.entry
    }
  return {
    codes: wanted.map(({ code }) => code.toUpperCase()),
    four: four.slice(0, fours).sort(),
    six: six.slice(0, sixes).sort(),
  }
}

const operations = { countries }
export type CountryOperations = typeof operations
serveThread(operations)
