import type { GeoTokenIssue } from '#contract/geo-api.ts'
import type { Geodata } from './geodata.ts'

const MOST_TOKENS = 1_000
const shape = /^!*(geoip|geosite|ext(?:-ip|-domain|-site)?):(.*)$/s

/** The geo file and category that a token of a rule refers to; undefined if it needs no geo file. */
export function namedBy(token: string) {
  const [, scheme, rest = ''] = shape.exec(token) ?? []
  if (scheme === undefined) return undefined
  const own = scheme === 'geoip' || scheme === 'geosite'
  const colon = own ? -1 : rest.indexOf(':')
  if (!own && colon < 1) return 'syntax'
  const [code = '', ...attributes] = rest
    .slice(colon + 1)
    .replace(/^!+/, '')
    .split('@')
  if (code === '' || attributes.some((name) => name.replace(/^!/, '') === '')) return 'syntax'
  return {
    file: own ? `${scheme}.dat` : rest.slice(0, colon),
    code,
    attributes: attributes.map((name) => name.replace(/^!/, '')),
    /** As written: `!cn` for entries without it. */
    wanted: attributes,
  }
}

/**
 * Tokens that the core would refuse or that match nothing. `kind` is ip or domain; blank skips the check of the kind.
 */
export async function checkTokens(
  geodata: Pick<Geodata, 'index'>,
  tokens: string | readonly string[],
  kind: string,
): Promise<GeoTokenIssue[]> {
  const words = (typeof tokens === 'string' ? tokens.split(',') : tokens).map((word) => word.trim())
  const issues: GeoTokenIssue[] = []
  for (const token of new Set(words.filter((word) => word !== '').slice(0, MOST_TOKENS))) {
    const reason = await issueOf(geodata, token, kind)
    if (reason) issues.push(reason)
  }
  return issues
}

async function issueOf(
  geodata: Pick<Geodata, 'index'>,
  token: string,
  kind: string,
): Promise<GeoTokenIssue | undefined> {
  const named = namedBy(token)
  if (named === undefined) return undefined
  if (named === 'syntax') return { token, reason: 'syntax' }
  const { file, code, attributes } = named
  const about = { token, file, code }
  const index = await geodata.index(file).catch(() => undefined)
  if (!index) return { ...about, reason: 'fileMissing' }
  const wanted = { ip: 'geoip', domain: 'geosite' }[kind]
  if (wanted !== undefined && index.kind !== wanted) return { ...about, reason: 'wrongKind' }
  const category = index.categories.find((c) => c.code.toUpperCase() === code.toUpperCase())
  if (!category) return { ...about, reason: 'categoryMissing' }
  const there = new Set(category.attributes.map((name) => name.toLowerCase()))
  return attributes.every((name) => there.has(name.toLowerCase()))
    ? undefined
    : { ...about, reason: 'attributeMissing' }
}
