import type { Block } from '#contract/inbound.ts'
import { asBlocks, blockAt, textAt } from '#domain/untyped.ts'

/** Source folders of the core for each protocol's client side and each mask. */
const protocolPlaces: Readonly<Record<string, RegExp>> = {
  vless: /\/proxy\/vless\/outbound\./,
  vmess: /\/proxy\/vmess\/outbound\./,
  trojan: /\/proxy\/trojan\.\(\*Client/,
  shadowsocks: /\/proxy\/shadowsocks(?:\.\(\*Client|_2022\.\(\*Outbound)/,
  hysteria: /\/proxy\/hysteria\.\(\*Client/,
  wireguard: /\/proxy\/wireguard\./,
}
const maskPlaces: Readonly<Record<string, RegExp>> = {
  fragment: /\/finalmask\/fragment\./,
  'header-custom': /\/finalmask\/header\/custom\./,
  sudoku: /\/finalmask\/sudoku\./,
  'mkcp-legacy': /\/finalmask\/mkcp\//,
  noise: /\/finalmask\/noise\./,
  salamander: /\/finalmask\/salamander\./,
}

const namedIn = (places: Readonly<Record<string, RegExp>>, trace: string): string[] =>
  Object.keys(places).filter((name) => places[name]?.test(trace))

function masksOf(outbound: Block): string[] {
  const masks = blockAt(blockAt(outbound, 'streamSettings'), 'finalmask')
  return [...asBlocks(masks.tcp), ...asBlocks(masks.udp)].map((mask) => textAt(mask, 'type'))
}

/** The goroutine that panicked comes first in the trace; the others are irrelevant. */
function brokenDown(trace: readonly string[]): string {
  const from = trace.findIndex((line) => line.startsWith('panic: ') || line.startsWith('fatal error: '))
  if (from < 0) return ''
  const said = trace.slice(from)
  const first = said.findIndex((line) => line.startsWith('goroutine '))
  const next = said.findIndex((line, i) => i > first && line.startsWith('goroutine '))
  return said.slice(0, next < 0 ? undefined : next).join('\n')
}

/** The outbounds that use the code the core crashed in; none if the trace matches no outbound. */
export function suspectsOf<T extends Block>(trace: readonly string[], outbounds: readonly T[]): T[] {
  const text = brokenDown(trace)
  const [protocols, masks] = [namedIn(protocolPlaces, text), namedIn(maskPlaces, text)]
  if (protocols.length + masks.length === 0) return []
  return outbounds.filter(
    (outbound) =>
      (protocols.length === 0 || protocols.includes(textAt(outbound, 'protocol'))) &&
      (masks.length === 0 || masksOf(outbound).some((mask) => masks.includes(mask))),
  )
}
