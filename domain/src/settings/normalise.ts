import type { Format } from '#contract/settings/row.ts'
import { rowOf, type SettingKey } from '#contract/settings.ts'

export type SettingValue = boolean | number | string

const trimmed = (text: string) => text.trim()
/** Brackets around anything but one bare address stay, for the check to refuse. */
const address = (text: string) => text.trim().replace(/^\[([^[\]\s]*)\]$/, '$1')
const list = (text: string) =>
  text
    .split(/[\s,]+/)
    .filter((item) => item !== '')
    .join(',')

/** By hand: a regular expression for trailing slashes takes quadratic time on hostile text. */
function slashed(text: string): string {
  const inner = text.trim()
  let from = 0
  let to = inner.length
  while (from < to && inner[from] === '/') from++
  while (to > from && inner[to - 1] === '/') to--
  return from === to ? '/' : `/${inner.slice(from, to)}/`
}

const normal: Partial<Record<Format, (text: string) => string>> = {
  base32: (text) => text.replace(/[\s=-]/g, '').toUpperCase(),
  cidrs: list,
  cron: (text) => text.trim().replace(/ +/g, ' '),
  host: address,
  ids: list,
  ip: address,
  json: trimmed,
  language: trimmed,
  link: trimmed,
  path: slashed,
  proxy: trimmed,
  timezone: trimmed,
  url: trimmed,
}

/** Canonical spelling, so that the same value typed differently is not a change. */
export function normalise(key: SettingKey, value: SettingValue): SettingValue {
  const row = rowOf(key)
  if (row.type !== 'string' || typeof value !== 'string') return value
  return normal[row.format]?.(value) ?? value
}
