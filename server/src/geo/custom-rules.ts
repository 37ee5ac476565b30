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
  if (type !== 'geosite' && type !== 'geoip') throw new Refusal('geo.type-unknown', {}, 'type')
  if (!/^[a-z0-9_-]{1,64}$/.test(alias)) throw new Refusal('geo.alias-invalid', {}, 'alias')
  const plain = alias.replaceAll('-', '_')
  if (reserved.has(plain) || reserved.has(`${type}_${plain}`))
    throw new Refusal('geo.alias-reserved', { alias }, 'alias')
  if (url.length > 2_048 || !/^https?:\/\/[^/]/i.test(url)) throw new Refusal('geo.url-invalid', {}, 'url')
  return { type, alias, url }
}
