import type { CountryTable } from './countries-worker.ts'

/** Networks may be inside others; no country has more levels. */
const mostLevels = 32

/** The country of an address (4 or 16 bytes); blank if no list has it. */
export function countryIn({ codes, four, six }: CountryTable, address: readonly number[]): string {
  const table = address.length === 4 ? four : six
  let first = 0n
  for (let i = 0; i < 6; i++) first = first * 256n + BigInt(address[i] ?? 0)
  let [from, to] = [0, table.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((table[middle] ?? 0n) >> 16n <= first) from = middle + 1
    else to = middle
  }
  for (let at = from - 1; at >= Math.max(0, from - mostLevels); at--) {
    const entry = table[at] ?? 0n
    const rest = 48n - ((entry >> 10n) & 63n)
    if (entry >> (16n + rest) === first >> rest) return codes[Number(entry & 1023n)] ?? ''
  }
  return ''
}
