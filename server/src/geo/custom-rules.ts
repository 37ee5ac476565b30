import type { CustomGeoBody, GeoKind } from '#contract/geo-api.ts'
import { Refusal } from '#domain/refusal.ts'

const reserved = new Set(['geoip', 'geosite', 'geoip_ir', 'geosite_ir', 'geoip_ru', 'geosite_ru'])

export interface CustomFields {
  type: GeoKind
  alias: string
  url: string
}

export const fileNameOf = ({ type, alias }: { type: string; alias: string }): string => `${type}_${alias}.dat`

/** The same rules as in 3x-ui. Whether the URL may be requested is decided by the egress guard. */
export function checkFields({ type, alias, url }: CustomGeoBody): CustomFields {
  if (type !== 'geosite' && type !== 'geoip')
    throw new Refusal('type: choose geosite or geoip (custom geo type must be geosite or geoip).', 'type')
  if (!/^[a-z0-9_-]{1,64}$/.test(alias))
    throw new Refusal('alias: use up to 64 small letters, digits, _ and -.', 'alias')
  const plain = alias.replaceAll('-', '_')
  if (reserved.has(plain) || reserved.has(`${type}_${plain}`))
    throw new Refusal(`alias: ${alias} is reserved for a file that the panel knows; choose another.`, 'alias')
  if (url.length > 2_048 || !/^https?:\/\/[^/]/i.test(url))
    throw new Refusal('url: give an address that begins with https:// or http://.', 'url')
  return { type, alias, url }
}
