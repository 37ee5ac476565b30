import type { Adopted, AdoptionView } from '#contract/adoption-api.ts'
import type { Coded } from '#contract/coded.ts'
import { emailKey } from '#domain/clients/names.ts'
import type { AdoptionChoice, AdoptionPlan, PlannedClient } from '#domain/fleet/adoption.ts'
import type { NodeList } from '#domain/fleet/adoption-list.ts'
import { coded, inEnglish } from '#domain/refusal.ts'

type Verdict = { do: string } | { do: string; why: Coded }

const reasonOf = (verdict: Verdict) =>
  'why' in verdict ? { reason: inEnglish(verdict.why), reasonCoded: verdict.why } : { reason: '' }

type ClientView = AdoptionView['clients'][number]

const noFields: string[] = []

/** A planned client as the API shows it. */
export const clientView = ({ email, tags, verdict }: PlannedClient): ClientView => ({
  email,
  tags,
  do: verdict.do,
  changes: verdict.do === 'attach' ? [...verdict.changes] : noFields,
  ...reasonOf(verdict),
})

/** The plan as the API shows it. */
export const viewOf = (list: NodeList, plan: AdoptionPlan<ClientView>): AdoptionView => ({
  inbounds: [...list.inbounds.values()].map(({ inbound, remote }) => {
    const verdict = plan.inbounds.get(inbound.tag) ?? { do: 'leave' as const }
    const { tag, remark, protocol, port } = inbound
    const clients = remote.entries.length
    return { tag, remark, protocol, port, clients, do: verdict.do, ...reasonOf(verdict) }
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

const comes = (verdict: Verdict): boolean => verdict.do === 'adopt' || verdict.do === 'attach'

/** What was named, or could not come, and did not. Nobody is told of what he left out himself. */
export function skippedOf(
  { inbounds, clients }: AdoptionPlan,
  { tags, emails }: AdoptionChoice,
  refused: ReadonlyMap<string, Coded>,
): Skipped[] {
  const found: Skipped[] = []
  const gone = coded('adoption.not-there')
  for (const tag of new Set(tags)) if (!inbounds.has(tag)) found.push(skip('inbound', tag, gone))
  for (const [tag, verdict] of inbounds) {
    const isAsked = tags ? tags.includes(tag) : verdict.do === 'conflict'
    if ('why' in verdict && isAsked) found.push(skip('inbound', tag, verdict.why))
  }
  const named = emails && new Set(emails.map(emailKey))
  for (const email of new Set(emails))
    if (!clients.has(emailKey(email))) found.push(skip('client', email, gone))
  for (const [key, { email, verdict }] of clients) {
    const why = refused.get(key) ?? ('why' in verdict ? verdict.why : undefined)
    const isAsked = named?.has(key) || verdict.do === 'conflict' || comes(verdict)
    if (why && isAsked) found.push(skip('client', email, why))
  }
  return found
}
