import type { RestartReason } from '#contract/core-config.ts'
import type { Block } from '#contract/inbound.ts'
import { textAt } from '#domain/inbounds/stream.ts'
import { coded } from '#domain/refusal.ts'
import { sameJson } from './json.ts'
import type { Operation } from './plan.ts'

export interface OutboundPlan {
  /** Operations before and after the change of rules. */
  before: Operation[]
  after: Operation[]
  restart: RestartReason[]
  defaultRoute: boolean
  running: Block[]
}

const tagOf = (outbound: Block): string => textAt(outbound, 'tag')
const remove = (tag: string): Operation => ({ op: 'removeOutbound', tag })
const add = (outbound: Block): Operation => ({ op: 'addOutbound', outbound })

/** The core identifies outbounds by tag only. */
const isUnnamed = (list: readonly Block[]): boolean =>
  list.some((o) => tagOf(o) === '') || new Set(list.map(tagOf)).size < list.length

/** The core's default route is the outbound added while there was none: to replace it, remove it first. */
function defaultSteps(running: readonly Block[], desired: readonly Block[]): Operation[] {
  const [old, next] = [running[0], desired[0]!]
  const stays = desired.find((o) => o !== next && old && tagOf(o) === tagOf(old))
  const gone = new Set([tagOf(next), ...(old ? [tagOf(old)] : [])])
  return [...[...gone].map(remove), add(next), ...(stays ? [add(stays)] : [])]
}

export function planOutbounds(running: Block[], desired: Block[]): OutboundPlan {
  const nothing = { before: [], after: [], restart: [], defaultRoute: false, running: desired }
  if (sameJson(running, desired)) return nothing
  if (isUnnamed(running) || isUnnamed(desired) || desired.length === 0) {
    const because = coded('restart.outbound-untagged')
    return { ...nothing, restart: [{ section: 'outbounds', because }], running }
  }
  const old = new Map(running.map((o) => [tagOf(o), o]))
  const wanted = new Set(desired.map(tagOf))
  const before: Operation[] = []
  const defaultRoute = !sameJson(running[0], desired[0])
  const inDefaultSteps = defaultRoute
    ? new Set([running[0], desired[0]].map((o) => o && tagOf(o)))
    : new Set()
  for (const outbound of desired) {
    const tag = tagOf(outbound)
    const known = old.get(tag)
    if (!known)
      before.push(add(outbound)) // also the new default: rules may name it from now on
    else if (!inDefaultSteps.has(tag) && !sameJson(known, outbound)) before.push(remove(tag), add(outbound))
  }
  const after = running
    .map(tagOf)
    .filter((tag) => !wanted.has(tag) && !inDefaultSteps.has(tag))
    .map(remove)
  if (defaultRoute) after.push(...defaultSteps(running, desired))
  return { before, after, restart: [], defaultRoute, running: desired }
}
