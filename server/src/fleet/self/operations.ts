import { ClientInput } from '#contract/client.ts'
import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { ClientSteps } from '#domain/fleet/client-plan.ts'
import type { DesiredInbound, InboundStep } from '#domain/fleet/inbound-plan.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ClientRoom } from '../../clients/room.ts'
import type { InboundEdits } from '../../inbounds/edits.ts'
import type { Fallbacks } from '../../inbounds/fallbacks.ts'
import type { By, Inbounds } from '../../inbounds/service.ts'
import { clientsChanged } from '../../store/changes/change.ts'
import type { Commit } from '../../store/changes/commit.ts'
import type { OwnOperations } from './apply.ts'
import type { OwnRows } from './rows.ts'

export interface OperationDeps {
  rows: OwnRows
  inbounds: Inbounds
  edits: InboundEdits
  fallbacks: Pick<Fallbacks, 'replace'>
  clientRoom: Pick<ClientRoom, 'clients' | 'bulk' | 'deviceKeys'>
  commit: Commit
}

/** Limits and resets of an inbound stay at the centre (ADR 096). Without a list of clients it keeps those that it has. */
const inputOf = ({ settings, ...desired }: DesiredInbound) => {
  const { clients: _, users: __, ...rest } = settings
  return { ...desired, settings: rest as Block, total: 0, expiryTime: 0, trafficReset: 'never' }
}

const missing = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'client.missing' || error.code === 'inbound.missing')

/** Through the rooms of this panel, with their rules, their audit and their listeners. */
export function createOperations(deps: OperationDeps, by: By): OwnOperations {
  const { rows, inbounds, edits, fallbacks } = deps
  const { clients, bulk, deviceKeys } = deps.clientRoom

  async function inbound(step: InboundStep, desired: DesiredInbound | undefined): Promise<void> {
    if (step.do === 'delete') await edits.del([step.id], by)
    if (!desired) return
    if (step.do === 'add') await inbounds.add(inputOf(desired), by)
    if (step.do !== 'update') return
    await inbounds.update(step.id, inputOf(desired), by)
    // Rows of this panel's own would count instead of the fallbacks that the centre has just sent.
    if (canHostFallbacks(desired)) await fallbacks.replace(step.id, [], by)
  }

  /** In one write, whoever of them is there: the core has the keys when this returns. */
  async function devices(list: readonly { email: string; secrets: string }[]): Promise<void> {
    if (list.length === 0) return
    await deps.commit(by.actor, async (tx) => ({
      result: undefined,
      ...clientsChanged(await deviceKeys.ofCentre(tx, list)),
    }))
  }

  async function client(steps: ClientSteps): Promise<void> {
    const { name = '', remove = [], add, attach, detach, update } = steps
    for (const email of remove)
      await clients.del(email, false, by).catch((error: unknown) => {
        if (!missing(error)) throw error
      })
    if (add) await clients.add({ client: ClientInput.parse(add.body), inboundIds: add.inboundIds }, by)
    if (attach) await clients.attach(name, attach, by)
    if (detach) await clients.detach(name, detach, by)
    if (update) await clients.update(name, ClientInput.parse(update.body), by)
    const email = String((add ?? update)?.body.email ?? name)
    const secrets = add ? add.devices : steps.devices
    if (secrets !== undefined) await devices([{ email, secrets }])
  }

  /** A name that the snapshot did not show may have been taken since: that one is refused, and the others are added. */
  async function addMany(list: readonly NonNullable<ClientSteps['add']>[]): Promise<Map<number, Coded>> {
    const { skipped = [] } = await bulk.create(
      list.map(({ body, inboundIds }) => ({ client: ClientInput.parse(body), inboundIds })),
      by,
      { undoable: false }, // the centre's act: it would make them again
    )
    const why = new Map(skipped.map(({ email, reasonCoded }) => [emailKey(email), reasonCoded[0]]))
    const refused = new Map<number, Coded>()
    for (const [place, { body }] of list.entries()) {
      const reason = why.get(emailKey(String(body.email)))
      if (reason) refused.set(place, reason)
    }
    await devices(
      list.flatMap(({ body, devices: secrets = '' }, place) =>
        secrets === '' || refused.has(place) ? [] : [{ email: String(body.email), secrets }],
      ),
    )
    return refused
  }

  return { snapshot: rows.snapshot, inbound, client, addMany }
}
