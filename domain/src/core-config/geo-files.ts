import { Refusal } from '#domain/refusal.ts'

/** Keys with user-chosen names: a value starting with `geoip:` there is not geo data. */
const names = new Set([
  ...['tag', 'ruletag', 'outboundtag', 'inboundtag', 'balancertag', 'fallbacktag', 'selector'],
  ...['user', 'email', 'comment', 'remarks'],
])

const fileOf = (value: string): string | undefined => {
  const text = value.replace(/^!+/, '')
  if (text.startsWith('geoip:')) return 'geoip.dat'
  if (text.startsWith('geosite:')) return 'geosite.dat'
  return /^ext(?:-ip|-domain|-site)?:([^:]+):/.exec(text)?.[1]
}

/**
 * Everything in a template that the core looks up in a geo file, including the keys of DNS hosts. Values are as written:
 * `geosite:category-ads`.
 */
export function* geoUses(value: unknown, at = ''): Generator<Record<'file' | 'value' | 'at', string>> {
  if (typeof value === 'string') {
    // One text may contain several values.
    for (const part of value.split(',')) {
      const file = fileOf(part.trim())
      if (file) yield { file, value: part.trim(), at }
    }
  } else if (Array.isArray(value)) {
    for (const [i, entry] of value.entries()) yield* geoUses(entry, `${at}[${i}]`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      const path = at === '' ? key : `${at}.${key}`
      const file = fileOf(key)
      if (file) yield { file, value: key, at: path }
      if (!names.has(key.toLowerCase())) yield* geoUses(entry, path)
    }
  }
}

/** The core does not start if one of these files is missing (R37). */
export function checkGeoFiles(template: unknown, present: Iterable<string>): void {
  const there = new Set(present)
  for (const { file, value, at } of geoUses(template)) {
    if (there.has(file)) continue
    const isKnown = /^geo(?:ip|site)(?:_|\.dat$)/.test(file)
    throw new Refusal(
      isKnown ? 'template.geo-file-missing' : 'template.own-geo-file-missing',
      { value, file },
      at,
    )
  }
}
