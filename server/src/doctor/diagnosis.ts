import type { Diagnosis } from '#contract/health-api.ts'
import { diagnose } from '#domain/clients/diagnose.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Core } from '../core/room.ts'
import type { HealthRoom } from '../health/room.ts'
import type { Base } from '../settings/base-services.ts'
import { hasBeenEnded } from '../store/rows/client.ts'

export interface DiagnosisDeps extends Pick<Base, 'db' | 'now'> {
  core: Pick<Core, 'status'>
  health: Pick<HealthRoom, 'view'>
  online: { has(email: string): boolean }
}

/** Why a client cannot connect: its own state, and what the checks found about its inbounds, their nodes and the core. */
export function createDiagnosis({ db, now, core, health, online }: DiagnosisDeps) {
  async function clientOf(email: string) {
    const row = await db.read
      .selectFrom('clients as c')
      .leftJoin('client_traffics as t', 't.email', 'c.email')
      .select([
        'c.id',
        'c.email',
        'c.enable',
        'c.disabled_by_panel',
        'c.slowed',
        'c.expiry_time',
        'c.total_gb',
      ])
      .select(['t.up', 't.down', 't.last_online'])
      .where('c.email_key', '=', emailKey(email))
      .executeTakeFirst()
    if (!row) throw new Refusal('client.missing', { email }, 'email')
    return row
  }

  return async (asked: string): Promise<Diagnosis> => {
    const client = await clientOf(asked)
    const inbounds = await db.read
      .selectFrom('client_inbounds as ci')
      .innerJoin('inbounds as i', 'i.id', 'ci.inbound_id')
      .select(['i.id', 'i.enable', 'i.node_id as nodeId'])
      .where('ci.client_id', '=', client.id)
      .orderBy('i.id')
      .execute()
    const { findings, checkedAt } = await health.view()
    const { email, enable, expiry_time: expiryTime, total_gb: quota } = client
    const at = now()
    const answers = diagnose(
      {
        ...{ enable, expiryTime, quota, inbounds, findings, checkedAt },
        ended: hasBeenEnded(client),
        used: Number(client.up ?? 0) + Number(client.down ?? 0),
        online: online.has(email),
        lastOnline: Number(client.last_online ?? 0),
        coreRuns: core.status().state === 'running',
      },
      at,
    )
    return {
      email,
      at,
      checkedAt,
      canConnect: answers.every(({ answer }) => answer !== 'bad'),
      answers: answers.map((one) => ({ ...one, causes: [...one.causes] })),
    }
  }
}
