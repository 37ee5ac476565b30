import { checkEmail } from '#domain/clients/names.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import type { ArrivingClient } from '../arrival.ts'
import { rowsOf } from '../cells.ts'
import type { Findings } from '../findings.ts'
import { healedEmail, TakenNames, whyNot } from '../names.ts'
import type { SourceTables } from '../source-tables.ts'
import type { Draft } from './draft.ts'
import { fittingClient } from './fitting-client.ts'
import { listedClients } from './listed-clients.ts'
import type { ReadInbounds } from './read-inbounds.ts'
import { recordedClients } from './recorded-clients.ts'
import { readUsage } from './usage.ts'

/** Names that can stay are given out first: a healed name never takes the name of another client. */
function namesFor(drafts: readonly Draft[], found: Findings): string[] {
  const taken = new TakenNames()
  const keeps = drafts.map((draft) => {
    if (whyNot(checkEmail, draft.email) || taken.has(draft.email)) return false
    taken.take(draft.email)
    return true
  })
  return drafts.map((draft, i) => {
    if (keeps[i]) return draft.email
    const old = draft.email.slice(0, 254)
    const email = taken.takeFree(healedEmail(draft.email))
    const refusal = whyNot(checkEmail, draft.email)
    const said = refusal
      ? coded('movein.email-healed', { old, email, reason: codedOf(refusal) })
      : coded('movein.email-twice', { old, email })
    found.add('healed', email, said)
    return email
  })
}

export interface ReadClients {
  readonly clients: readonly ArrivingClient[]
  readonly groups: readonly string[]
}

export function readClients(
  tables: SourceTables,
  inbounds: ReadInbounds,
  now: number,
  found: Findings,
): ReadClients {
  const usage = readUsage(tables)
  const isRecorded = rowsOf(tables, 'clients').length > 0
  const drafts = isRecorded ? recordedClients(tables, inbounds, usage, found) : listedClients(inbounds, found)
  const names = namesFor(drafts, found)
  const emails = new Set(drafts.map(({ email }) => email))
  const clients = drafts.map((draft, i) => fittingClient(draft, names[i]!, { usage, emails, now, found }))
  if (usage.otherLinks > 0)
    found.add('left', '', coded('movein.external-links-left', { count: usage.otherLinks }))
  const groups = new Set(clients.map(({ fields }) => fields.group).filter((group) => group !== ''))
  return { clients, groups: [...groups] }
}
