import type { Settings } from '#contract/settings.ts'
import { base64Text } from '../links/escape.ts'
import { blockIn } from '../outbounds/share-parts.ts'
import { headerLine } from './text.ts'

export type RoutingSettings = Pick<Settings, 'subEnableRouting' | 'subRoutingRules' | 'subV2raytunRules'>

/** Proxies in front of the panel refuse longer headers. */
export const longestRouting = 4_096

const isJson = (text: string): boolean => text.trimStart().startsWith('{')

/** JSON without white space, in Base64; blank for what is no JSON. */
const packed = (text: string): string => {
  const block = blockIn(text)
  return Object.keys(block).length === 0 ? '' : base64Text(JSON.stringify(block))
}

/** A link is sent as it is; a profile in JSON becomes the link that adds it. */
const happRouting = (text: string): string =>
  isJson(text) ? packed(text) && `happ://routing/onadd/${packed(text)}` : headerLine(text)

/** What each app reads in the header `Routing`. The first that fits counts; the last one is for all others. */
const readers: readonly { app: RegExp; of: (s: RoutingSettings) => string }[] = [
  { app: /v2raytun/i, of: (s) => packed(s.subV2raytunRules) },
  { app: /./s, of: (s) => happRouting(s.subRoutingRules) },
]

/** The values as they would be sent. */
export const routingValues = (s: RoutingSettings): string[] => readers.map(({ of }) => of(s))

const longestName = 256

/** Apps give one header different meanings: it is chosen by the User-Agent. Undefined if there is nothing to choose. */
export function createRouting(s: RoutingSettings): ((userAgent: string) => readonly string[]) | undefined {
  const values = routingValues(s)
  if (values.every((value) => value === '')) return undefined
  const headers = values.map((value) => (value === '' ? [] : ['Routing', value]))
  return (userAgent) => {
    const name = userAgent.slice(0, longestName) || '-'
    return headers[readers.findIndex(({ app }) => app.test(name))] ?? []
  }
}
