import type { RealityFact, TargetShown } from '#domain/health/reality.ts'
import { canonicalStream, securityOf } from '#domain/inbounds/stream.ts'
import { hostPort, splitHostPort } from '#domain/net/address.ts'
import { codedOf } from '#domain/refusal.ts'
import { blockAt, textsAt } from '#domain/untyped.ts'
import { judge } from '../certificates/tools/reality-scan.ts'
import type { Clock } from '../platform/clock.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Probe } from '../platform/egress/probe.ts'
import { NotPublic } from '../platform/egress/resolve.ts'
import { waitFor } from '../platform/wait-for.ts'
import type { StoredInbound } from './stored.ts'

interface Wanted extends Pick<RealityFact, 'inboundId' | 'name' | 'target'> {
  /** Absent: a port or a socket of this machine. */
  at?: { host: string; port: number }
  names: readonly string[]
}

type Site = Required<Pick<Wanted, 'at'>> & Pick<Wanted, 'target'> & { names: Set<string> }
type Found = Exclude<RealityFact['found'], 'unasked'>

const mostTargets = 30
const atOnce = 4
const mostNames = 8
/** Somebody else runs these sites: a page that is opened again and again does not ask them each time. */
const freshMs = 60_000
/** What was found this long ago is not known any more. */
const oldMs = 6 * 3_600_000

/** The Reality inbounds with their targets, as the core reads these: a bare port is one of this machine. */
export function realityOf(inbounds: readonly StoredInbound[]): Wanted[] {
  return inbounds.flatMap(({ id, name, streamSettings }) => {
    const stream = canonicalStream(streamSettings)
    if (securityOf(stream) !== 'reality') return []
    const reality = blockAt(stream, 'realitySettings')
    const target = [reality.target, reality.dest]
      .map((one) => String(one ?? '').trim())
      .find((one) => one !== '')
    if (target === undefined) return []
    const { host, port } = splitHostPort(target)
    const isHere = /^(?:\d+$|[/@])/.test(target)
    const names = textsAt(reality, 'serverNames').filter((one) => one !== '')
    const at = { host, port: Number(port || 443) }
    return [{ inboundId: id, name, target, names, ...(!isHere && { at }) }]
  })
}

/** Sites of all inbounds, each once, with the server names of all. */
function sitesOf(wanted: readonly Wanted[]): Map<string, Site> {
  const sites = new Map<string, Site>()
  for (const { at, names } of wanted) {
    if (!at) continue
    const key = hostPort(at.host, at.port)
    const site = sites.get(key) ?? { at, target: key, names: new Set() }
    sites.set(key, site)
    for (const name of names) if (site.names.size < mostNames) site.names.add(name)
  }
  return sites
}

/** One handshake for all names that its certificate covers. */
async function ask(probe: Pick<Probe, 'tls'>, { at: { host, port }, names }: Site): Promise<Found> {
  const missing: string[] = []
  const shown: TargetShown = { tls13: true, h2: true, x25519: true, names: [...names], missing }
  let left: readonly string[] = shown.names
  for (let nth = 0; nth === 0 || left.length > 0; nth++) {
    const [sni = ''] = left
    const one = await probe.tls(host, port, sni).catch((error: unknown) => {
      if (nth === 0) throw error
      return undefined // it answers, and not for this name
    })
    if (one) {
      const { tls13, h2, x25519 } = judge(host, port, sni === '' ? host : sni, one)
      shown.tls13 &&= tls13
      shown.h2 &&= h2
      shown.x25519 &&= x25519
      left = left.filter((name) => one.certificate?.checkHost(name) === undefined)
    }
    if (left[0] !== sni) continue
    missing.push(sni)
    left = left.slice(1)
  }
  return shown
}

/** Looks at the targets of Reality inbounds from here; what was not answered in time is known to a later look. */
export function createRealityLook(probe: Pick<Probe, 'tls'>, now: Clock['now']) {
  const known = new Map<string, { at: number; found: Found; names: ReadonlySet<string> }>()
  let round: Promise<unknown> | undefined

  async function lookAt(site: Site): Promise<void> {
    const found = await ask(probe, site).catch(
      (error: unknown): Found => (error instanceof NotPublic ? 'local' : { error: codedOf(error) }),
    )
    known.set(site.target, { at: now(), found, names: site.names })
  }

  function factOf({ at, names, ...about }: Wanted): RealityFact {
    if (!at) return { ...about, found: 'local' }
    const found = known.get(hostPort(at.host, at.port))?.found ?? 'unasked'
    if (typeof found === 'string' || 'error' in found) return { ...about, found }
    const own = (looked: readonly string[]) => looked.filter((name) => names.includes(name))
    return { ...about, found: { ...found, names: own(found.names), missing: own(found.missing) } }
  }

  return async function look(inbounds: readonly StoredInbound[], withinMs: number): Promise<RealityFact[]> {
    const wanted = realityOf(inbounds)
    const sites = sitesOf(wanted)
    const askedAt = ({ target, names }: Site) => {
      const last = known.get(target)
      return last && [...names].every((name) => last.names.has(name)) ? last.at : 0
    }
    for (const [target, { at }] of known) if (!sites.has(target) || at < now() - oldMs) known.delete(target)
    const due = [...sites.values()]
      .filter((site) => askedAt(site) < now() - freshMs)
      .toSorted((a, b) => askedAt(a) - askedAt(b))
      .slice(0, mostTargets)
    round ??= mapLimited(due, atOnce, lookAt).finally(() => {
      round = undefined
    })
    await waitFor(round, withinMs)
    return wanted.map(factOf)
  }
}
