import type { Block } from '#contract/inbound.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { isBlock } from '#domain/untyped.ts'
import { clashCannot, clashProxy } from './clash-proxy.ts'
import { type Abilities, tooNew } from './dialling.ts'
import { type LeftEntry, type Rendered, sortOut, uniqueNames } from './rendered.ts'
import { wellFormed } from './text.ts'

const group = 'PROXY'
const reserved = [group, 'DIRECT', 'REJECT', 'REJECT-DROP', 'COMPATIBLE', 'PASS', 'PASS-RULE', 'GLOBAL']

const rulesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^-\s+/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))

const commentOn = (leftOut: readonly LeftEntry[]): string =>
  leftOut.length === 0
    ? ''
    : [
        '# Not in this file, because mihomo cannot dial it:',
        ...leftOut.map(({ remark, reason }) => `# - ${remark}: ${reason}`),
        '\n',
      ].join('\n')

/** The first one is chosen by itself: a message comes last. */
function inGroup(entries: readonly Advertised[], names: readonly string[]): string[] {
  const isMessage = (i: number) => entries[i]?.isInfo === true
  const dialled = names.filter((_, i) => !isMessage(i))
  return [...dialled, 'DIRECT', ...names.filter((_, i) => isMessage(i))]
}

const sorted = (entries: readonly Advertised[], app: Abilities = {}) =>
  sortOut(entries, ['clash', 'mihomo'], (entry) => clashCannot(entry) || tooNew(entry, app, 'mihomo 1.19.26'))
export const fitsClash = (entry: Advertised): boolean => sorted([entry]).fit.length > 0

/**
 * A client's Clash file for mihomo; without entries everything goes direct (R34). The operator's rules
 * (`subClashRules`), one per line, come before the last one.
 */
export function clashConfig(
  entries: readonly Advertised[],
  { rules = '', ...app }: Abilities & { rules?: string } = {},
): Rendered {
  const { fit, leftOut } = sorted(entries, app)
  const names = uniqueNames(fit, reserved)
  const document = {
    proxies: fit.map((entry, i) => clashProxy(names[i] ?? '', entry)),
    'proxy-groups': [{ name: group, type: 'select', proxies: inGroup(fit, names) }],
    rules: [...rulesIn(rules), `MATCH,${group}`],
  }
  return { body: commentOn(leftOut) + yamlOf(document), leftOut }
}

/** Characters that YAML parsers refuse unescaped; a quoted text may escape them. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g
const spelledOut = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

/** JSON's escapes are valid in both YAML versions. */
const quoted = (text: string): string => JSON.stringify(wellFormed(text)).replace(unprintable, spelledOut)

/** Three letters in a row are never a number; `E0` is one to a 1.1 parser. */
const asWord = /^(?=.*[a-z]{3})[a-z][a-z0-9-]*$/i
const otherMeaning = /^(yes|off|true|false|null)$/i
const keyOf = (key: string): string => (asWord.test(key) && !otherMeaning.test(key) ? key : quoted(key))

/** After a key or a dash: a scalar on the same line, anything else below. */
function behind(value: unknown, indent: string): string {
  if (typeof value === 'string') return ` ${quoted(value)}`
  if (Array.isArray(value))
    return value.length === 0 ? ' []' : value.map((one) => `\n${indent}-${item(one, `${indent}  `)}`).join('')
  if (isBlock(value)) return isEmpty(value) ? ' {}' : `\n${indent}${pairs(value, indent)}`
  return ` ${JSON.stringify(value)}`
}

const isEmpty = (block: Block): boolean => Object.keys(block).length === 0

/** The first pair of a map goes next to the dash. */
const item = (value: unknown, indent: string): string =>
  isBlock(value) && !isEmpty(value) ? ` ${pairs(value, indent)}` : behind(value, indent)

const pairs = (block: Block, indent: string): string =>
  Object.entries(block)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${keyOf(key)}:${behind(value, `${indent}  `)}`)
    .join(`\n${indent}`)

/**
 * A YAML file with every text quoted, and every ambiguous key: no YAML version reads a date or a number in it. Thirty
 * times as fast as a general YAML writer, and a feed is written on every request.
 */
export const yamlOf = (value: Block): string => `${pairs(value, '')}\n`
