import type { Block } from '#contract/inbound.ts'
import { textIn, valueAt } from '#domain/core-config/edit.ts'
import { foldedKey } from '#domain/core-config/json.ts'
import { isBlock } from '#domain/inbounds/stream.ts'

/** Every `dialerProxy` of an outbound, including its download settings, and the tag in its `proxySettings`. */
function dialsThrough(value: unknown, tag: string): boolean {
  if (Array.isArray(value)) return value.some((v) => dialsThrough(v, tag))
  if (!isBlock(value)) return false
  return Object.entries(value).some(([key, v]) =>
    foldedKey(key) === 'dialerproxy' ? v === tag : dialsThrough(v, tag),
  )
}
export const isDialledThrough = (outbound: Block, tag: string): boolean =>
  textIn(outbound, ['proxySettings', 'tag']) === tag ||
  dialsThrough(valueAt(outbound, ['streamSettings']), tag)

export function redialled(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((v) => redialled(v, from, to))
  if (!isBlock(value)) return value
  const entries = Object.entries(value).map(([key, v]) => [
    key,
    foldedKey(key) === 'dialerproxy' ? (v === from ? to : v) : redialled(v, from, to),
  ])
  return Object.fromEntries(entries)
}
