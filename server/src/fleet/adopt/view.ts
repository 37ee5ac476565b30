import type { Adopted, AdoptionView } from '#contract/adoption-api.ts'
import type { Coded } from '#contract/coded.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { AdoptionChoice, AdoptionPlan, PlannedClient } from '#domain/fleet/adoption.ts'
import type { NodeList } from '#domain/fleet/adoption-list.ts'
import { coded, inEnglish } from '#domain/refusal.ts'

type Decision = { do: string } | { do: string; why: Coded }

const reasonOf = (decision: Decision) =>
  'why' in decision ? { reason: inEnglish(decision.why), reasonCoded: decision.why } : { reason: '' }

type ClientView = AdoptionView['clients'][number]

const noFields: string[] = []

export const clientView = ({ email, tags, decision }: PlannedClient): ClientView => ({
  email,
  tags,
  do: decision.do,
  changes: decision.do === 'attach' ? [...decision.changes] : noFields,
  ...reasonOf(decision),
})

export const viewOf = (list: NodeList, plan: AdoptionPlan<ClientView>): AdoptionView => ({
  inbounds: [...list.inbounds.values()].map(({ inbound, remote }) => {
    const decision = plan.inbounds.get(inbound.tag) ?? { do: 'leave' as const }
    const { tag, remark, protocol, port } = inbound
    const clients = remote.entries.length
    return { tag, remark, protocol, port, clients, do: decision.do, ...reasonOf(decision) }
  }),
  clients: [...plan.clients.values()],
})

type Skipped = Adopted['skipped'][number]

const skip = (kind: Skipped['kind'], name: string, why: Coded): Skipped => ({
  kind,
  name,
  reason: inEnglish(why),
  reasonCoded: why,
})

const comes = (decision: Decision): boolean => decision.do === 'adopt' || decision.do === 'attach'

/**
 * Items that were selected or cannot be adopted, and were not adopted. Items that the operator deselected are not listed.
 */
export function skippedOf(
  { inbounds, clients }: AdoptionPlan,
  { tags, emails }: AdoptionChoice,
  refused: ReadonlyMap<string, Coded>,
): Skipped[] {
  const found: Skipped[] = []
  const gone = coded('adoption.not-there')
  for (const tag of new Set(tags)) if (!inbounds.has(tag)) found.push(skip('inbound', tag, gone))
  for (const [tag, decision] of inbounds) {
    const isAsked = tags ? tags.includes(tag) : decision.do === 'conflict'
    if ('why' in decision && isAsked) found.push(skip('inbound', tag, decision.why))
  }
  const named = emails && new Set(emails.map(emailKey))
  for (const email of new Set(emails))
    if (!clients.has(emailKey(email))) found.push(skip('client', email, gone))
  for (const [key, { email, decision }] of clients) {
    const why = refused.get(key) ?? ('why' in decision ? decision.why : undefined)
    const isAsked = named?.has(key) || decision.do === 'conflict' || comes(decision)
    if (why && isAsked) found.push(skip('client', email, why))
  }
  return found
}
