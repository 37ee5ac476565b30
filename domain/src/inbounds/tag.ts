import { Refusal } from '#domain/refusal.ts'
import { isWildcard } from './listen.ts'
import type { Layer4 } from './port.ts'
import { runsOn } from './runs-on.ts'

interface TagSource {
  listen: string
  port: number
  layers: readonly Layer4[]
  /** Absent and null: this panel. */
  nodeId?: number | null
}

/**
 * Many nodes have an inbound on the same port, so a tag starts with the node, as in 3x-ui. The node itself has the tag
 * without this prefix.
 */
function nodePrefix({ nodeId = null }: TagSource): string {
  const place = runsOn({ nodeId })
  return place.kind === 'node' ? `n${place.node}-` : ''
}

const stem = (source: TagSource): string => {
  const { listen, port } = source
  return nodePrefix(source) + (isWildcard(listen) ? `inbound-${port}` : `inbound-${listen.trim()}:${port}`)
}

const suffix = ({ layers }: TagSource): string => (layers.length > 1 ? 'mixed' : (layers[0] ?? 'tcp'))

/** The tags we would generate for such an inbound, best first (R39). */
export function* madeTags(source: TagSource): Generator<string> {
  const base = stem(source)
  yield base
  const named = `${base}-${suffix(source)}`
  yield named
  for (let n = 2; n <= 99; n++) yield `${named}-${n}`
}

function isMadeTag(tag: string, source: TagSource): boolean {
  const base = stem(source)
  return (
    tag === base ||
    (tag.startsWith(`${base}-`) && /^(?:tcp|udp|mixed)(?:-\d{1,2})?$/.test(tag.slice(base.length + 1)))
  )
}

/** Tags of the panel's own parts of the core: an inbound with such a tag would be mistaken for them and not be counted. */
const ownTags: ReadonlySet<string> = new Set(['api', 'metrics', 'metrics_out'])
const ownPrefix = /^(?:sluice-|front-|untagged-inbound-|untagged-outbound-)/i

/** `others` are tags that this panel's template gives to the API and the metrics. */
export const isOwnTag = (tag: string, others: readonly string[] = []): boolean =>
  ownTags.has(tag.toLowerCase()) || ownPrefix.test(tag) || others.includes(tag)

/** `>` would split the core's counter names, a control character its log lines. */
export function checkTag(tag: string, others: readonly string[] = []): string {
  if (tag.length > 254 || /[\p{Cc}\p{Cs}>]/u.test(tag)) throw new Refusal('inbound.tag-invalid', {}, 'tag')
  if (isOwnTag(tag, others)) throw new Refusal('inbound.tag-reserved', { tag }, 'tag')
  return tag
}

/** Keeps a given tag if it is free; otherwise generates one. */
export function pickTag(
  given: string | undefined,
  source: TagSource,
  taken: (tag: string) => boolean,
  others: readonly string[] = [],
): string {
  if (given && !taken(checkTag(given, others))) return given
  for (const tag of madeTags(source)) if (!taken(tag)) return tag
  throw new Refusal('inbound.no-free-tag', { port: source.port }, 'tag')
}

/** On update a blank tag keeps the stored one, unless it was generated and port or listen changed (R39). */
export function tagAfterUpdate(
  stored: TagSource & { tag: string },
  given: string | undefined,
  next: TagSource,
  taken: (tag: string) => boolean,
  others: readonly string[] = [],
): string {
  if (given === stored.tag || !given) {
    const moved = stem(stored) !== stem(next)
    return !given && moved && isMadeTag(stored.tag, stored) ? pickTag(undefined, next, taken) : stored.tag
  }
  return pickTag(given, next, taken, others)
}
