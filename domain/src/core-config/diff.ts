import type { ConfigChange, ConfigDiff } from '#contract/core-config.ts'
import type { Block } from '#contract/inbound.ts'
import { isBlock, sameJson } from '#domain/untyped.ts'
import { redacted } from '../secrets/redact.ts'

const mask = '\u2022\u2022\u2022'

const nameKeys = ['tag', 'email', 'ruleTag'] as const

/** List entries are matched by a unique name if each has one, otherwise by position. */
function entriesOf(list: readonly unknown[]): Map<string, unknown> {
  for (const key of nameKeys) {
    const named = new Map<string, unknown>()
    for (const entry of list)
      if (isBlock(entry) && typeof entry[key] === 'string') named.set(entry[key], entry)
    if (list.length > 0 && named.size === list.length) return named
  }
  return new Map(list.map((entry, i) => [String(i), entry]))
}

type Report = (path: string, before: unknown, after: unknown, key: string) => void

function compareLists(a: readonly unknown[], b: readonly unknown[], path: string, report: Report): void {
  const [old, now] = [entriesOf(a), entriesOf(b)]
  for (const [name, before] of old) compare(before, now.get(name), `${path}[${name}]`, '', report)
  for (const [name, after] of now) if (!old.has(name)) report(`${path}[${name}]`, undefined, after, '')
  const kept = [...old.keys()].filter((name) => now.has(name))
  const order = [...now.keys()].filter((name) => old.has(name))
  // The order of rules is significant.
  if (kept.join('\n') !== order.join('\n')) report(`${path}.order`, kept, order, '')
}

function compareBlocks(a: Block, b: Block, path: string, report: Report): void {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    compare(a[key], b[key], path === '' ? key : `${path}.${key}`, key, report)
}

const isAbsent = (v: unknown): boolean => v === undefined || v === null

function compare(a: unknown, b: unknown, path: string, key: string, report: Report): void {
  if (a === b || (isAbsent(a) && isAbsent(b))) return
  if (Array.isArray(a) && Array.isArray(b) && [...a, ...b].some(isBlock)) compareLists(a, b, path, report)
  else if (isBlock(a) && isBlock(b)) compareBlocks(a, b, path, report)
  else if (!sameJson(a, b)) report(path, a, b, key)
}

/** Differences between two versions of the configuration, for display: secrets are masked. */
export function configDiff(a: Block, b: Block, limit = 1000): ConfigDiff {
  const changes: ConfigChange[] = []
  let more = 0
  compare(a, b, '', '', (path, before, after, key) => {
    if (changes.length >= limit) more += 1
    else
      changes.push({
        path,
        ...(!isAbsent(before) && { before: redacted(before, key, mask) }),
        ...(!isAbsent(after) && { after: redacted(after, key, mask) }),
      })
  })
  return { changes, more }
}
