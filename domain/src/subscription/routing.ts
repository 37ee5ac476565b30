import type { Settings } from '#contract/settings.ts'
import { base64Text } from '../links/link.ts'
import { blockIn } from '../outbounds/share-parts.ts'
import { type AppFamily, appOf } from './app-family.ts'
import { headerLine } from './headers.ts'

type RoutingSettings = Pick<
  Settings,
  'subEnableRouting' | 'subRoutingRules' | 'subV2raytunRules' | 'subIncyEnableRouting' | 'subIncyRoutingRules'
>

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

const ofOthers = (s: RoutingSettings): string => happRouting(s.subRoutingRules)

/** INCY reads a profile in Base64, or a link; without rules of its own it reads Happ's. */
const incyRouting = (s: RoutingSettings): string => {
  const text = s.subIncyEnableRouting ? s.subIncyRoutingRules : ''
  return (isJson(text) ? packed(text) : headerLine(text)) || ofOthers(s)
}

/** What apps read in the header `Routing`; all others read what Happ does. */
const ofApp: { [F in AppFamily]?: (s: RoutingSettings) => string } = {
  v2raytun: (s) => packed(s.subV2raytunRules),
  incy: incyRouting,
}

/** The values as they would be sent. */
export const routingValues = (s: RoutingSettings): string[] =>
  [ofOthers, ...Object.values(ofApp)].map((of) => of(s))

const headerOf = (value: string): readonly string[] => (value === '' ? [] : ['Routing', value])

/** Apps give one header different meanings: it is chosen by the User-Agent. Undefined if there is nothing to choose. */
export function createRouting(s: RoutingSettings): ((userAgent: string) => readonly string[]) | undefined {
  if (routingValues(s).every((value) => value === '')) return undefined
  const own = new Map(Object.entries(ofApp).map(([family, of]) => [family, headerOf(of(s))]))
  const others = headerOf(ofOthers(s))
  return (userAgent) => own.get(appOf(userAgent)) ?? others
}
