import type { Host } from '#contract/host.ts'
import { carriesClients } from '#contract/protocol.ts'
import { type RotationKind, type RotationRules, rotationKinds } from '#contract/rotation-api.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import { isSocketPath } from '#domain/inbounds/listen.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { securityOf } from '#domain/inbounds/stream.ts'
import { addressesOf } from '#domain/links/routes-to-inbound.ts'
import { isIp, unbracketed } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'
import { pooledValue, textsOf, type Values, valuesOf } from './values.ts'

type Pools = RotationRules['pools']

export const noRules: RotationRules = {
  pools: { port: [], address: [], sni: [], shortId: [] },
  everyDays: 0,
  onVerdict: false,
  percent: 90,
}

const isName = (text: string): boolean =>
  text.length <= 253 && /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}])?$/u.test(text)

const fits: Record<RotationKind, (text: string) => boolean> = {
  port: (text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535,
  address: (text) => isIp(unbracketed(text)) || isName(text),
  sni: isName,
  shortId: (text) => /^(?:[0-9a-f]{2}){1,8}$/i.test(text),
}

const misfits = {
  port: 'rotation.bad-port',
  address: 'rotation.bad-address',
  sni: 'rotation.bad-sni',
  shortId: 'rotation.bad-short-id',
} as const

/** Without blanks and repeated values. */
export function checkedRules(rules: RotationRules): RotationRules {
  const pools = { ...rules.pools }
  for (const kind of rotationKinds) {
    pools[kind] = [...new Set(pools[kind].map((text) => text.trim()))].filter((text) => text !== '')
    const wrong = pools[kind].find((value) => !fits[kind](value))
    if (wrong !== undefined) throw new Refusal(misfits[kind], { value: wrong }, `pools.${kind}`)
  }
  return { ...rules, pools }
}

export type Place = InboundFields & { id: number }

/** An inbound, those that are reached through it as fallbacks, and the addresses that the operator advertises for them. */
export interface Surroundings {
  inbound: Place
  /** The name of the inbound through which it is reached itself. */
  master: string | undefined
  children: readonly Place[]
  hosts: readonly Host[]
}

/** Why nothing of an inbound rotates. */
export function wholeRefusal({ inbound, master }: Surroundings): Refusal | undefined {
  if (!runsHere(inbound)) return new Refusal('rotation.on-node')
  if (!carriesClients(inbound.protocol)) return new Refusal('link.no-links', { protocol: inbound.protocol })
  return master === undefined ? undefined : new Refusal('rotation.child', { master })
}

/** Why a kind does not rotate at an inbound: links would go on naming the value that is retired. */
export function kindRefusal(kind: RotationKind, around: Surroundings): Refusal | undefined {
  const { inbound, children, hosts } = around
  if (kind === 'port' && (inbound.protocol === 'tun' || isSocketPath(inbound.listen)))
    return new Refusal('rotation.no-port')
  const isReality = securityOf(inbound.streamSettings) === 'reality'
  if ((kind === 'sni' || kind === 'shortId') && !isReality) return new Refusal('rotation.no-reality')
  const addresses = [
    ...addressesOf(inbound, undefined, hosts),
    ...children.flatMap((child) => addressesOf(child, inbound, hosts)),
  ]
  if (kind === 'shortId') return undefined
  const fixed = addresses.find(isFixed[kind])
  return fixed && new Refusal(`rotation.fixed-${kind}`, { address: fixed.host })
}

type Address = ReturnType<typeof addressesOf>[number]

/** Links through this address have the operator's own value. */
const isFixed: Record<Exclude<RotationKind, 'shortId'>, (address: Address) => boolean> = {
  port: ({ port }) => port !== 0,
  address: ({ host }) => host !== '',
  sni: ({ security }) => security.sni !== '',
}

/** The values of a pool that may come next, the next one first. A value that was blocked is not used again soon. */
export function candidates(pool: readonly string[], served: readonly string[], blocked: ReadonlySet<string>) {
  const at = pool.findLastIndex((value) => served.includes(value))
  const turned = [...pool.slice(at + 1), ...pool.slice(0, at + 1)]
  return turned.filter((value) => !served.includes(value) && !blocked.has(value))
}

export interface Planned {
  /** What the inbound has now, of the kinds that rotate. */
  from: Values
  to: Values
  /** Ports that may be tried if the first one cannot be opened. */
  ports: number[]
}

/** The next value of each pool; `kinds`: only of these. */
export function plannedRotation(
  around: Surroundings,
  pools: Pools,
  blocked: (kind: RotationKind) => ReadonlySet<string>,
  kinds: readonly RotationKind[] = rotationKinds,
): Planned {
  const whole = wholeRefusal(around)
  if (whole) throw whole
  const { inbound } = around
  const next = kinds.flatMap((kind) => {
    const served = textsOf(valuesOf(inbound, [kind]), kind)
    const values = candidates(pools[kind], served, blocked(kind))
    const [value] = values
    return value === undefined ? [] : [{ kind, value, values }]
  })
  if (next.length === 0) throw new Refusal('rotation.nothing-new')
  for (const { kind } of next) {
    const refusal = kindRefusal(kind, around)
    if (refusal) throw refusal
  }
  const to: Values = Object.assign({}, ...next.map(({ kind, value }) => pooledValue(kind, value)))
  return {
    from: valuesOf(
      inbound,
      next.map(({ kind }) => kind),
    ),
    to,
    ports: next.find(({ kind }) => kind === 'port')?.values.map(Number) ?? [],
  }
}
