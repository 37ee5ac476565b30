import type { Coded } from '#contract/coded.ts'
import { checkEmail, emailKey } from '#domain/clients/field-rules.ts'
import { coded, codedOf } from '#domain/refusal.ts'

export interface Person {
  email: string
  enabled: boolean
}

export interface ClientHere {
  email: string
  /** What the operator chose; a depleted client still counts as enabled. */
  isOn: boolean
  /** Attached to one of the inbounds that the directory is for. */
  isOnInbounds: boolean
}

interface PlanOptions {
  autoCreate: boolean
  autoDelete: boolean
  /** How many people the last accepted answer had; 0 before the first. */
  peopleBefore: number
}

export interface DirectoryPlan {
  people: number
  enable: string[]
  disable: string[]
  create: string[]
  remove: string[]
  /** People that cannot become clients, with the reason. */
  skipped: { email: string; why: Coded }[]
  /** Why an operator must confirm the plan first; undefined: it may be carried out. */
  held: Coded | undefined
}

/** An answer with fewer people than this share of the last one is suspicious. */
const leastShare = 0.8
/** A plan that changes more than this share of the governed clients, or more clients than this, waits. */
const mostShare = 0.2
const mostClients = 50

/** One person may have several entries: enabled if one of them is. */
function byKey(people: readonly Person[]): Map<string, Person> {
  const found = new Map<string, Person>()
  for (const person of people) {
    const key = emailKey(person.email)
    const before = found.get(key)
    if (!before || (person.enabled && !before.enabled))
      found.set(key, before ? { ...before, enabled: true } : person)
  }
  return found
}

/** What the directory would change here. Clients that it does not name stay as they are, unless deleting was asked for. */
export function planDirectory(
  answer: readonly Person[],
  here: readonly ClientHere[],
  { autoCreate, autoDelete, peopleBefore }: PlanOptions,
): DirectoryPlan {
  const people = byKey(answer)
  const plan: DirectoryPlan = {
    people: people.size,
    ...{ enable: [], disable: [], create: [], remove: [], skipped: [], held: undefined },
  }
  const known = new Set<string>()
  let governed = 0
  for (const { email, isOn, isOnInbounds } of here) {
    const key = emailKey(email)
    known.add(key)
    const person = people.get(key)
    if (person || (autoDelete && isOnInbounds)) governed++
    if (person && person.enabled !== isOn) plan[person.enabled ? 'enable' : 'disable'].push(email)
    if (!person && autoDelete && isOnInbounds) plan.remove.push(email)
  }
  for (const [key, { email, enabled }] of people) {
    if (known.has(key) || !enabled || !autoCreate) continue
    try {
      plan.create.push(checkEmail(email))
    } catch (error) {
      plan.skipped.push({ email, why: codedOf(error) })
    }
  }
  plan.held = heldBecause(plan, governed, peopleBefore)
  return plan
}

function heldBecause(plan: DirectoryPlan, governed: number, before: number): Coded | undefined {
  const { people } = plan
  if (before - people > 1 && people < before * leastShare)
    return coded('directory.held-shrunk', { people, before })
  const changed = plan.enable.length + plan.disable.length + plan.remove.length
  const all = changed + plan.create.length
  if (all > mostClients) return coded('directory.held-many', { count: all, most: mostClients })
  // One client is the ordinary case, however few there are.
  if (changed > Math.max(1, governed * mostShare))
    return coded('directory.held-share', { count: changed, all: governed, percent: mostShare * 100 })
  return undefined
}

export const isNothing = ({ enable, disable, create, remove }: DirectoryPlan): boolean =>
  enable.length + disable.length + create.length + remove.length === 0
