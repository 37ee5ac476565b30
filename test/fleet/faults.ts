import { takesDeviceKeys } from '#contract/fleet-api.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { secretsToSend } from '#domain/devices/keys.ts'
import { devicesPart } from '#domain/fleet/client-plan.ts'
import { tagOnNode } from '#domain/fleet/inbound-plan.ts'
import type { AnyNode } from '../fixtures/fake-sluice-node.ts'
import type { Centre } from './centre.ts'

/** What the simulation itself knows about bytes. */
export interface Ledger {
  metered: Map<string, number>
  /** Bytes that a reset took off the counter. */
  reset: Map<string, number>
  /** False once bytes were lost that no panel can know of. */
  isExact: boolean
}

interface End {
  centre: Centre
  nodes: ReadonlyMap<string, AnyNode>
  nodeIds: ReadonlyMap<string, number>
  ledger: Ledger
}

interface Keyed {
  device_keys: boolean
  device_secrets: string
}

async function wantedOf({ centre }: End, node: number) {
  const { db } = centre
  const inbounds = await db.read.selectFrom('inbounds').selectAll().where('node_id', '=', node).execute()
  const attached = await db.read
    .selectFrom('client_inbounds as ci')
    .innerJoin('clients as c', 'c.id', 'ci.client_id')
    .selectAll('c')
    .select('ci.inbound_id')
    .execute()
  const { fleet } = await db.read
    .selectFrom('nodes')
    .select('fleet')
    .where('id', '=', node)
    .executeTakeFirstOrThrow()
  const devicesOf = ({ device_keys, device_secrets }: Keyed) =>
    takesDeviceKeys(fleet)
      ? devicesPart(secretsToSend({ deviceKeys: device_keys, deviceSecrets: device_secrets })).devices
      : undefined
  return inbounds.map((inbound) => ({
    tag: tagOnNode(inbound.tag, node),
    remark: inbound.remark,
    enable: inbound.enable,
    port: inbound.port,
    clients: attached
      .filter((row) => row.inbound_id === inbound.id)
      .map((row) => `${row.email} ${row.uuid} ${row.sub_id} ${row.enable} ${row.limit_ip} ${devicesOf(row)}`)
      .sort(),
  }))
}

const hasOf = (node: AnyNode) =>
  [...node.inbounds.values()].map(({ id, tag, remark, enable, port }) => ({
    tag,
    remark,
    enable,
    port,
    clients: [...node.clients.values()]
      .filter(({ on }) => on.has(id))
      .map(({ fields: f }) => `${f.email} ${f.id} ${f.subId} ${f.enable} ${f.limitIp} ${f.devices}`)
      .sort(),
  }))

const sorted = (rows: readonly { tag: string }[]) =>
  JSON.stringify([...rows].sort((a, b) => (a.tag < b.tag ? -1 : 1)))

/** Each node holds exactly what it should, and what is its own. */
async function stateFaults(end: End): Promise<string[]> {
  const faults: string[] = []
  for (const [host, node] of end.nodes) {
    const own = {
      tag: 'own',
      remark: 'own',
      enable: true,
      port: 1,
      clients: ['own own own true undefined undefined'],
    }
    const desired = sorted([own, ...(await wantedOf(end, end.nodeIds.get(host) ?? 0))])
    const has = sorted(hasOf(node))
    if (desired !== has) faults.push(`${host} has ${has} and should have ${desired}`)
  }
  return faults
}

/** Nobody who was deleted can connect. */
function ghosts({ nodes }: End, emails: readonly string[]): string[] {
  const known = new Set([...emails.map(emailKey), 'own'])
  return [...nodes].flatMap(([host, node]) =>
    [...node.clients]
      .filter(([key, { on }]) => !known.has(key) && on.size > 0)
      .map(([key]) => `${key} was deleted and still works on ${host}`),
  )
}

async function sumFaults({ centre, ledger }: End): Promise<string[]> {
  if (!ledger.isExact) return []
  const rows = await centre.db.read.selectFrom('client_traffics').selectAll().execute()
  return rows.flatMap(({ email, up, down }) => {
    const [counted, metered] = [up + down + (ledger.reset.get(email) ?? 0), ledger.metered.get(email) ?? 0]
    return counted === metered ? [] : [`${email}: ${metered} bytes were metered and ${counted} are counted`]
  })
}

async function behind({ centre }: End): Promise<string[]> {
  const rows = await centre.db.read.selectFrom('fleet_log').selectAll().execute()
  return rows.map(({ node_id, kind, key, error }) => `node ${node_id} still lacks ${kind} ${key}: ${error}`)
}

export async function faultsOf(end: End): Promise<string[]> {
  const emails = (await end.centre.db.read.selectFrom('clients').select('email').execute()).map(
    (r) => r.email,
  )
  return [
    ...(await behind(end)),
    ...(await stateFaults(end)),
    ...ghosts(end, emails),
    ...(await sumFaults(end)),
  ]
}
