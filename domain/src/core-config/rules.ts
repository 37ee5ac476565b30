import type { Block } from '#contract/inbound.ts'
import { foldedAt, isBlock, withForced } from '#domain/untyped.ts'
import { deadEnd } from './dead-end.ts'
import { clientMatcher, isClientMatcher } from './user-names.ts'

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isBlock(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  )
}

/** FNV-1a: short and reproducible. It only has to tell rules apart. */
function fingerprint(value: unknown): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(JSON.stringify(sorted(value))))
    hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Every rule needs a tag so that it can be removed from a running core; ours is a hash of the rule. */
export function taggedRules(rules: readonly Block[]): Block[] {
  const seen = new Set<string>()
  return rules.map((rule) => {
    const own = foldedAt(rule, 'ruleTag')
    const stem = typeof own === 'string' && own !== '' ? own : `rule-${fingerprint(rule)}`
    let tag = stem
    for (let n = 2; seen.has(tag); n++) tag = `${stem}-${n}`
    seen.add(tag)
    return withForced(rule, { ruleTag: tag })
  })
}

/** A rule about clients holds for their devices and for each inbound that is counted apart, too (ADR 121, 146). */
export function withTheirUsers(rule: Block): Block {
  const users = foldedAt(rule, 'user')
  const list = typeof users === 'string' ? users.split(',') : Array.isArray(users) ? users : []
  const emails = list.filter((user) => typeof user === 'string' && user !== '' && !user.startsWith('regexp:'))
  return emails.length === 0 ? rule : withForced(rule, { user: [...list, clientMatcher(emails)] })
}

/** The rule as the operator wrote it: without the tag, the dead end and the matcher of a client's other users that the panel added. */
export function asWritten(rule: Block): Block {
  const { ruleTag: _, outboundTag, ...others } = rule
  const rest = outboundTag === undefined || outboundTag === deadEnd.tag ? others : { ...others, outboundTag }
  const users = foldedAt(rule, 'user')
  if (!Array.isArray(users)) return rest
  return withForced(rest, { user: users.filter((user) => !isClientMatcher(String(user))) })
}
