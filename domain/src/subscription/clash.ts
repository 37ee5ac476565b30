import type { Advertised } from '#domain/links/advertised.ts'
import { clashCannot, clashProxy } from './clash-proxy.ts'
import { type LeftEntry, type Rendered, sortOut, uniqueNames } from './rendered.ts'
import { yamlOf } from './yaml.ts'

const group = 'PROXY'
/** Names that mihomo reserves. */
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

/**
 * A client's Clash file for mihomo; without entries everything goes direct (R34). The operator's rules
 * (`subClashRules`), one per line, come before the last one.
 */
export function clashConfig(entries: readonly Advertised[], { rules = '' } = {}): Rendered {
  const { fit, leftOut } = sortOut(entries, ['clash', 'mihomo'], clashCannot)
  const names = uniqueNames(fit, reserved)
  const document = {
    proxies: fit.map((entry, i) => clashProxy(names[i] ?? '', entry)),
    'proxy-groups': [{ name: group, type: 'select', proxies: inGroup(fit, names) }],
    rules: [...rulesIn(rules), `MATCH,${group}`],
  }
  return { body: commentOn(leftOut) + yamlOf(document), leftOut }
}
