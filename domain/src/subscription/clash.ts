import { Document, isScalar, visit } from 'yaml'
import type { Block } from '#contract/inbound.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { clashCannot, clashProxy } from './clash-proxy.ts'
import { type LeftEntry, type Rendered, sortOut, uniqueNames } from './rendered.ts'
import { wellFormed } from './text.ts'

const group = 'PROXY'
/** Names that mihomo has for itself. */
const reserved = [group, 'DIRECT', 'REJECT', 'REJECT-DROP', 'COMPATIBLE', 'PASS', 'PASS-RULE', 'GLOBAL']

export interface ClashOptions {
  /** The operator's rules (`subClashRules`), one a line; they come before the last rule. */
  rules?: string
}

const rulesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^-\s+/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))

const asWord = /^[a-z][a-z0-9-]*$/i
const otherMeaning = /^(y|n|yes|no|on|off|true|false|null)$/i

/** Characters that parsers of YAML refuse as they are; a quoted text may spell them out. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g
const spelledOut = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Every text is quoted, every key that could be read as something else too: no version of YAML sees a date or a number (real-apps 10). */
function yamlOf(value: Block, comment: string): string {
  const doc = new Document(value, { aliasDuplicateObjects: false })
  visit(doc, {
    Scalar(_, node) {
      if (typeof node.value === 'string') node.value = wellFormed(node.value)
    },
    Pair(_, { key }) {
      if (isScalar<string>(key) && (!asWord.test(key.value) || otherMeaning.test(key.value)))
        key.type = 'QUOTE_DOUBLE'
    },
  })
  if (comment) doc.commentBefore = comment
  return doc
    .toString({ defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })
    .replace(unprintable, spelledOut)
}

const commentOn = (leftOut: readonly LeftEntry[]): string =>
  leftOut.length === 0
    ? ''
    : [
        ' Not in this file, because mihomo cannot dial it:',
        ...leftOut.map(({ remark, reason }) => ` - ${remark}: ${reason}`),
      ].join('\n')

/** A client's Clash file for mihomo; without entries it leads nowhere but straight out (decision 34). */
export function clashConfig(entries: readonly Advertised[], { rules = '' }: ClashOptions = {}): Rendered {
  const { fit, leftOut } = sortOut(entries, ['clash', 'mihomo'], clashCannot)
  const names = uniqueNames(fit, reserved)
  const document = {
    proxies: fit.map((entry, i) => clashProxy(names[i] ?? '', entry)),
    'proxy-groups': [{ name: group, type: 'select', proxies: [...names, 'DIRECT'] }],
    rules: [...rulesIn(rules), `MATCH,${group}`],
  }
  return { body: yamlOf(document, commentOn(leftOut)), leftOut }
}
