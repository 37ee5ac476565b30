import type { Diagnosis } from '#contract/health-api.ts'
import { type Case, diagnose } from '#domain/clients/diagnose.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { isClosedFor } from '#domain/core-config/users.ts'
import { Refusal } from '#domain/refusal.ts'
import { parseIps } from '#domain/traffic/ip-log.ts'
import type { Core } from '../core/room.ts'
import type { Devices } from '../devices/room.ts'
import type { HealthRoom } from '../health/room.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Refusals } from '../presence/refusals.ts'
import type { Base } from '../settings/base-services.ts'
import { type ClientRow, hasBeenEnded, toClient } from '../store/rows/client.ts'
import type { IsOverIp } from '../store/terms.ts'
import type { Handshakes } from './handshakes.ts'
import { keylessOn } from './keyless.ts'

export interface DiagnosisDeps extends Pick<Base, 'db' | 'now'> {
  core: Pick<Core, 'status' | 'api' | 'inbound'>
  health: Pick<HealthRoom, 'view'>
  online: { has(email: string): boolean }
  refusals: Pick<Refusals, 'list'>
  devices: Pick<Devices, 'lastRefused'>
  handshakes: Pick<Handshakes, 'lastOf'>
  isOverIp: IsOverIp
}

/** What was refused before that has nothing to do with today's complaint. */
const recentMs = 86_400_000

/**
 * Why a client cannot connect: its own state, what was refused to it, whether the core knows it, and what the checks found
 * about its inbounds, their nodes and the core.
 */
export function createDiagnosis(deps: DiagnosisDeps) {
  const { db, now, core, health, online } = deps

  async function clientOf(email: string) {
    const row = isStorable(email)
      ? await db.read
          .selectFrom('clients as c')
          .leftJoin('client_traffics as t', 't.email', 'c.email')
          .leftJoin('inbound_client_ips as i', 'i.client_email', 'c.email')
          .selectAll('c')
          .select(['t.up', 't.down', 't.last_online', 'i.ips'])
          .where('c.email_key', '=', emailKey(email))
          .executeTakeFirst()
      : undefined
    if (!row) throw new Refusal('client.missing', { email }, 'email')
    return row
  }

  async function devicesOf({ id }: Pick<ClientRow, 'id'>): Promise<Case['devices']> {
    const devices = await db.read
      .selectFrom('client_devices')
      .select('blocked')
      .where('client_id', '=', id)
      .execute()
    const refused = deps.devices.lastRefused(id)
    const blocked = devices.filter((device) => device.blocked).length
    const isRecent = refused && refused.at > now() - recentMs
    return { all: devices.length, blocked, refused: isRecent ? refused : undefined }
  }

  async function refusedTo(email: string): Promise<Case['refused']> {
    const [last] = (await deps.refusals.list(email)).filter(({ act }) => act === 'cut')
    if (!last || last.at < now() - recentMs) return undefined
    return { at: last.at, address: last.place, limit: last.limit }
  }

  const slowedOf = ({ slowed, email }: Pick<ClientRow, 'slowed' | 'email'>): Case['slowed'] =>
    slowed !== 'ended' && deps.isOverIp(email) ? 'ip' : (slowed as Case['slowed']) // the panel writes the column

  return async (asked: string): Promise<Diagnosis> => {
    const row = await clientOf(asked)
    const attached = await db.read
      .selectFrom('client_inbounds as ci')
      .innerJoin('inbounds as i', 'i.id', 'ci.inbound_id')
      .select(['i.id', 'i.enable', 'i.node_id as nodeId', 'ci.flow_override as flowOverride'])
      .where('ci.client_id', '=', row.id)
      .orderBy('i.id')
      .execute()
    const closed = { spentInbounds: row.spent_inbounds }
    const inbounds = attached.map((inbound) => ({ ...inbound, closed: isClosedFor(closed, inbound) }))
    const { findings, checkedAt } = await health.view()
    const { email, enable, expiry_time: expiryTime, total_gb: quota } = row
    const at = now()
    const lastOnline = Number(row.last_online ?? 0)
    const addresses = parseIps(row.ips ?? '').map(({ ip }) => ip)
    const isOn = enable && (row.slowed === 'ended' || !hasBeenEnded(row))
    const here = inbounds.filter((inbound) => inbound.enable && !inbound.nodeId)
    const answers = diagnose(
      {
        ...{ enable, expiryTime, quota, inbounds, findings, checkedAt, lastOnline },
        ended: hasBeenEnded(row),
        slowed: slowedOf(row),
        used: Number(row.up ?? 0) + Number(row.down ?? 0),
        online: online.has(email),
        coreRuns: core.status().state === 'running',
        keyless: isOn ? await keylessOn(core, toClient(row), here) : undefined,
        // The core refuses one that is off, as it should.
        handshake: isOn
          ? deps.handshakes.lastOf(row.uuid, addresses, Math.max(lastOnline, at - recentMs))
          : undefined,
        devices: await devicesOf(row),
        refused: await refusedTo(email),
      },
      at,
    )
    return {
      email,
      at,
      checkedAt,
      canConnect: answers.every(({ answer }) => answer !== 'bad'),
      answers: answers.map((one) => ({ ...one, params: { ...one.params }, causes: [...one.causes] })),
    }
  }
}
