import type { Network } from '#domain/net/network.ts'
import type { Value } from './mmdb.ts'

const longestName = 64

const textIn = (record: Value, ...keys: readonly string[]): string => {
  if (!(record instanceof Map)) return ''
  for (const key of keys) {
    const value = record.get(key)
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

function asnIn(record: ReadonlyMap<string, Value>): number {
  const given = record.get('autonomous_system_number') ?? record.get('asn')
  const asn = typeof given === 'string' ? Number(/^AS(\d{1,10})$/i.exec(given)?.[1]) : given
  return typeof asn === 'number' && asn > 0 && asn < 2 ** 32 ? asn : 0
}

function countryIn(record: ReadonlyMap<string, Value>): string {
  const inside = (key: string) => textIn(record.get(key), 'iso_code')
  const codes = [inside('country'), inside('registered_country'), textIn(record, 'country_code', 'country')]
  return codes.find((code) => /^[A-Z]{2}$/.test(code)) ?? ''
}

/** What a record says, in the words of GeoLite2 and DB-IP (nested), or of IPinfo (flat). Names come from others: no controls, not endless. */
export function networkIn(record: Value): Network | undefined {
  if (!(record instanceof Map)) return undefined
  const name = textIn(record, 'autonomous_system_organization', 'as_name', 'name')
  const provider = name
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longestName)
  return { country: countryIn(record), asn: asnIn(record), provider }
}
