import type { Block } from '#contract/inbound.ts'
import type { BalancerStatus, RouteAnswer, RouteQuestion } from '#contract/outbounds-api.ts'
import { type AskedRoute, geoTokensOf, matchedRules } from '#domain/core-config/matched-rules.ts'
import { asWritten } from '#domain/core-config/rules.ts'
import { addressBytes, unbracketed } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'
import { asBlocks, foldedAt } from '#domain/untyped.ts'
import type { CoreApi } from '../core/api/client.ts'
import { CoreError } from '../core/api/errors.ts'
import type { Core } from '../core/room.ts'
import type { Geo } from '../geo/room.ts'
import type { Actor } from '../platform/http/caller.ts'
import { type Commit, noted } from '../store/changes/commit.ts'

interface Deps {
  commit: Commit
  core: Core
  geo: Pick<Geo, 'inList'>
}

const networks: Readonly<Record<string, number>> = { tcp: 2, udp: 3 }

/** Queries the running core's routing, and overrides its balancers. */
export function createRouting({ commit, core, geo }: Deps) {
  const firstOutbound = async () => firstTag(core.connected()?.config ?? (await core.desired.template()))

  async function ask<T>(work: (core: CoreApi) => Promise<T>): Promise<T> {
    const api = core.api()
    if (!api) throw new Refusal('core.not-running')
    try {
      return await work(api)
    } catch (error) {
      if (error instanceof CoreError && error.kind === 'unavailable') throw new Refusal('core.no-answer')
      if (error instanceof CoreError) throw new Refusal('core.refused', { reason: error.message })
      throw error
    }
  }

  async function statusOf(core: CoreApi, tag: string): Promise<BalancerStatus> {
    try {
      const found = await core.balancer(tag)
      return {
        tag,
        running: true,
        override: found?.override?.target ?? '',
        selected: (found?.principleTarget?.tag ?? []).filter((one) => one !== ''), // blank: none responds
      }
    } catch (error) {
      if (isMissing(error)) return { tag, running: false, override: '', selected: [] }
      throw error
    }
  }

  /** Looks into geo files only if several rules are possible. */
  async function rulesFor(outboundTag: string, asked: AskedRoute): Promise<Block[]> {
    const routing = core.connected()?.config.routing ?? {}
    const routed = {
      rules: asBlocks(foldedAt(routing, 'rules')),
      strategy: String(foldedAt(routing, 'domainStrategy') ?? ''),
      outboundTag,
    }
    const found = matchedRules(routed, asked)
    if (found.length < 2) return found
    const lists = new Map<string, boolean>()
    for (const token of geoTokensOf(found)) {
      const isIn = await geo.inList(token, asked)
      if (isIn !== undefined) lists.set(token, isIn)
    }
    return matchedRules(routed, asked, lists)
  }

  return {
    status: (tags: readonly string[]): Promise<Record<string, BalancerStatus>> =>
      ask(async (core) => {
        const wanted = [...new Set(tags.map((t) => t.trim()).filter(Boolean))]
        const found = await Promise.all(wanted.map((tag) => statusOf(core, tag)))
        return Object.fromEntries(found.map((status) => [status.tag, status]))
      }),

    async override(tag: string, target: string, actor: Actor): Promise<''> {
      await ask(async (core) => {
        if (!(await statusOf(core, tag)).running)
          throw new Refusal('outbound.balancer-missing', { tag }, 'tag')
        if (target !== '' && !(await core.outboundTags()).includes(target))
          throw new Refusal('outbound.missing', { tag: target }, 'target')
        await core.overrideBalancer(tag, target)
      })
      const after = { target }
      await noted(commit, actor, { action: 'balancer.override', objectKind: 'balancer', object: tag, after })
      return ''
    },

    route: (question: RouteQuestion): Promise<RouteAnswer> =>
      ask(async (core) => {
        const context = contextOf(question)
        const asked = askedOf(question, context)
        try {
          const { outboundTag, outboundGroupTags } = await core.testRoute(context)
          const groups = outboundGroupTags.length > 0 ? { groupTags: outboundGroupTags } : {}
          const rules = (await rulesFor(outboundTag, asked)).map(asWritten)
          return { matched: true, outboundTag, ...groups, ...(rules.length > 0 && { rules }) }
        } catch (error) {
          // For "no rule matched" the core says "not enough information".
          if (isMissing(error)) return { matched: false, outboundTag: await firstOutbound() }
          throw error
        }
      }),
  }
}

/** For balancers the core uses its own wording. */
const isMissing = (error: unknown): boolean =>
  error instanceof CoreError && (error.kind === 'missing' || error.message.includes('cannot find tag'))

export type Routing = ReturnType<typeof createRouting>

/** The same question for the panel's own look at the rules. */
const askedOf = (
  { inboundTag = '', protocol = '', email = '', ip = '', domain = '' }: RouteQuestion,
  { network, targetDomain, targetPort }: ReturnType<typeof contextOf>,
): AskedRoute => ({
  domain: targetDomain,
  ip: targetDomain === '' ? unbracketed((ip || domain).trim()) : ip.trim(),
  port: targetPort,
  network: network === networks.udp ? 'udp' : 'tcp',
  inboundTag,
  protocol,
  user: email,
})

function contextOf(question: RouteQuestion) {
  const { domain = '', ip = '', port = 443, inboundTag = '', protocol = '', email = '' } = question
  const network = (question.network || 'tcp').toLowerCase()
  const address = unbracketed((ip || domain).trim())
  if (address === '') throw new Refusal('outbound.route-no-target', {}, 'domain')
  const bytes = addressBytes(address)
  if (ip.trim() !== '' && !bytes) throw new Refusal('input.ip-invalid', {}, 'ip')
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Refusal('input.range', { min: 0, max: 65535 }, 'port')
  if (!Object.hasOwn(networks, network)) throw new Refusal('input.one-of', { values: 'tcp, udp' }, 'network')
  const named = bytes && domain.trim() !== '' && !addressBytes(domain.trim()) ? domain.trim() : ''
  return {
    inboundTag,
    network: networks[network] ?? 2,
    ...(bytes && { targetIps: [Uint8Array.from(bytes)] }),
    targetDomain: bytes ? named : address,
    targetPort: port,
    protocol,
    user: email,
  }
}

function firstTag({ outbounds }: { outbounds?: unknown }): string {
  const first: unknown = Array.isArray(outbounds) ? outbounds[0] : undefined
  const tag = first && typeof first === 'object' && 'tag' in first ? first.tag : undefined
  return typeof tag === 'string' ? tag : ''
}
