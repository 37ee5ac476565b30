import type { z } from 'zod'
import type { ClientSlim, Skipped } from '#contract/client-bodies.ts'
import type { Api } from '../../api/client.ts'
import { endpoints } from '../../api/endpoints.ts'
import { newSecrets } from './client-form.ts'
import { keepsLimits, type Plan, renewedExpiry } from './plans.ts'

export type Target = Pick<
  ClientSlim,
  | 'email'
  | 'totalGB'
  | 'expiryTime'
  | 'enable'
  | 'traffic'
  | 'group'
  | 'limitIp'
  | 'limitHwid'
  | 'speedDown'
  | 'speedUp'
>
export type Targets = readonly Target[]

export interface Outcome {
  done: number
  skipped?: z.output<typeof Skipped> | undefined
}

/** What was done, and how to undo it if possible. */
export interface Action {
  outcome: Outcome
  undo?: () => Promise<unknown>
}

/** Counters are restored one by one: so many in parallel. */
const AT_ONCE = 8
export const emailsOf = (targets: Targets) => targets.map(({ email }) => email)

/** One call per value: 50 clients with the same quota are one call. */
export async function inGroups(
  targets: Targets,
  sameness: (target: Target) => string | number,
  send: (emails: string[], sample: Target) => Promise<unknown>,
): Promise<void> {
  const groups = new Map<string | number, Target[]>()
  for (const target of targets) {
    const key = sameness(target)
    const group = groups.get(key)
    if (group) group.push(target)
    else groups.set(key, [target])
  }
  for (const group of groups.values()) {
    const [sample] = group
    if (sample) await send(emailsOf(group), sample)
  }
}

interface Adjustment {
  emails: string[]
  addDays?: number
  setBytes?: number
  setExpiryTime?: number
  setLimitIp?: number
  setLimitHwid?: number
  setSpeedDown?: number
  setSpeedUp?: number
}

export async function adjust(api: Api, body: Adjustment): Promise<Outcome> {
  const { adjusted, skipped } = await api.call(endpoints.clientsBulk.adjust, {
    body: { addDays: 0, addBytes: 0, flow: '', ...body },
  })
  return { done: adjusted, skipped }
}

export const groupTo = (api: Api, emails: string[], group: string) =>
  group === ''
    ? api.call(endpoints.clientGroups.bulkRemove, { body: { emails } })
    : api.call(endpoints.clientGroups.bulkAdd, { body: { emails, group } })

/** The counters before the reset. */
export async function putCountersBack(api: Api, targets: Targets): Promise<void> {
  const moved = targets.filter(({ traffic }) => traffic.up + traffic.down > 0)
  for (let i = 0; i < moved.length; i += AT_ONCE)
    await Promise.all(
      moved.slice(i, i + AT_ONCE).map(({ email, traffic: { up, down } }) =>
        api.call(endpoints.clients.updateTraffic, {
          params: { email },
          body: { upload: up, download: down },
        }),
      ),
    )
}

/** A renewal: the plan's quota or the same as before, its days added to the remaining ones, counters at zero. */
export async function renewal(api: Api, targets: Targets, plan: Plan): Promise<Action> {
  const now = Date.now()
  const quota = keepsLimits(plan) ? {} : { setBytes: plan.totalGB }
  const endOf = ({ expiryTime }: Target) => renewedExpiry(plan, expiryTime, now)
  await inGroups(targets, endOf, (emails, sample) =>
    adjust(api, { emails, ...quota, setExpiryTime: endOf(sample) }),
  )
  await api.call(endpoints.clientsBulk.resetTraffic, { body: { emails: emailsOf(targets) } })
  const undo = async () => {
    await inGroups(
      targets,
      ({ totalGB, expiryTime }) => `${totalGB} ${expiryTime}`,
      (emails, { totalGB, expiryTime }) =>
        adjust(api, { emails, setBytes: totalGB, setExpiryTime: expiryTime }),
    )
    await putCountersBack(api, targets)
  }
  return { outcome: { done: targets.length }, undo }
}

export interface Limits {
  totalGB?: number | undefined
  limitIp?: number | undefined
  limitHwid?: number
  group?: string | undefined
  /** Bits per second, 0 not set. */
  speedDown?: number
  speedUp?: number
}

/** Sets the quota, IP limit and group of a tier; fields that are not named stay. */
export async function limitation(
  api: Api,
  targets: Targets,
  { totalGB, limitIp, limitHwid, speedDown, speedUp, group }: Limits,
): Promise<Action> {
  const emails = emailsOf(targets)
  const sets = {
    ...(totalGB !== undefined && { setBytes: totalGB }),
    ...(limitIp !== undefined && { setLimitIp: limitIp }),
    ...(limitHwid !== undefined && { setLimitHwid: limitHwid }),
    ...(speedDown !== undefined && { setSpeedDown: speedDown }),
    ...(speedUp !== undefined && { setSpeedUp: speedUp }),
  }
  const adjusts = Object.keys(sets).length > 0
  const skipped = adjusts ? (await adjust(api, { emails, ...sets })).skipped : undefined
  if (group !== undefined) await groupTo(api, emails, group)
  const undo = async () => {
    if (adjusts)
      await inGroups(
        targets,
        ({ totalGB, limitIp, limitHwid, speedDown, speedUp }) =>
          `${totalGB} ${limitIp} ${limitHwid} ${speedDown} ${speedUp}`,
        (some, before) =>
          adjust(api, {
            emails: some,
            setBytes: before.totalGB,
            setLimitIp: before.limitIp,
            setLimitHwid: before.limitHwid,
            setSpeedDown: before.speedDown,
            setSpeedUp: before.speedUp,
          }),
      )
    if (group !== undefined)
      await inGroups(
        targets,
        (target) => target.group,
        (some, before) => groupTo(api, some, before.group),
      )
  }
  return { outcome: { done: targets.length - (skipped?.length ?? 0), skipped }, undo }
}

/** Regenerates every secret: old links and subscriptions stop working, and their connections are cut. */
export async function revocation(api: Api, email: string): Promise<Action> {
  const params = { email }
  const { client } = await api.call(endpoints.clients.get, { params })
  const { uuid: id, password, auth, subId } = client
  const put = (secrets: object) =>
    api.call(endpoints.clients.update, { params, body: { email: client.email, ...secrets } })
  await put(newSecrets())
  return { outcome: { done: 1 }, undo: () => put({ id, password, auth, subId }) }
}

const hasEnded = ({ totalGB, expiryTime, traffic }: Target) =>
  (totalGB > 0 && traffic.up + traffic.down >= totalGB) || (expiryTime > 0 && expiryTime <= Date.now())

/** Deletes, and keeps what is needed to restore: secrets, inbounds, counters. */
export async function deletion(api: Api, targets: Targets): Promise<Action> {
  const emails = emailsOf(targets)
  const leaving = new Set(emails)
  const ended = new Set(emailsOf(targets.filter(hasEnded)))
  const records = (await api.call(endpoints.clientsBulk.export))
    .filter(({ client }) => leaving.has(client.email))
    // Clients that the panel disabled are restored as enabled: the panel disables them again. Restored as
    // disabled, they would count as disabled by hand, and a renewal would not enable them (R23).
    .map(({ client, ...rest }) => ({
      ...rest,
      client: { ...client, enable: client.enable || ended.has(client.email) },
    }))
  const { deleted, skipped } = await api.call(endpoints.clientsBulk.del, {
    body: { emails, keepTraffic: false },
  })
  const undo = async () => {
    await api.call(endpoints.clientsBulk.import, { body: { data: records } })
    await putCountersBack(api, targets)
  }
  return { outcome: { done: deleted, skipped }, undo }
}
