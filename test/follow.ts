import { expect } from 'vitest'
import type { Named } from '#contract/follow.ts'
import type { ClientOrigins, FollowDone, FollowPreview } from '#contract/follow-api.ts'
import type { Group } from '#contract/limits.ts'
import type { Plan } from '#contract/plan.ts'
import { allClients, allInbounds, clients, inbounds } from './inbounds.ts'
import type { Visitor } from './panel.ts'

export const plans = '/panel/api/plans'
export type Wish = Partial<Named> & { takeOver?: boolean }

export const pathOf = (plan: number, what: 'preview' | 'save') => `${plans}/inbounds/${what}/${plan}`

/** Groups and plans that name inbounds, and what their clients have. */
export const following = (me: Visitor) => ({
  async empty(): Promise<void> {
    await me.post(`${clients}/bulkDel`, { emails: (await allClients(me)).map(({ email }) => email) })
    for (const { id } of (await me.get<Plan[]>(`${plans}/list`)).obj) await me.post(`${plans}/del/${id}`)
    for (const { name } of (await me.get<Group[]>(`${clients}/groups`)).obj)
      await me.post(`${clients}/groups/delete`, { name })
    for (const { id } of await allInbounds(me)) await me.post(`${inbounds}/del/${id}`)
  },
  newPlan: async (more: object = {}): Promise<number> =>
    (await me.post<Plan>(`${plans}/add`, { name: `Gold ${Math.random()}`, ...more })).obj.id,
  preview: async (plan: number, wish: Wish): Promise<FollowPreview> =>
    (await me.post<FollowPreview>(pathOf(plan, 'preview'), wish)).obj,
  async name(plan: number, wish: Wish, more: object = {}): Promise<FollowDone> {
    const { obj } = await me.post<FollowPreview>(pathOf(plan, 'preview'), wish)
    const reply = await me.post<FollowDone>(pathOf(plan, 'save'), { ...wish, version: obj.version, ...more })
    expect(reply.success, reply.msg).toBe(true)
    return reply.obj
  },
  async nameInGroup(name: string, wish: Wish, more: object = {}): Promise<FollowDone> {
    const path = `${clients}/groups/inbounds`
    const { obj } = await me.post<FollowPreview>(`${path}/preview`, { name, ...wish })
    const body = { name, ...wish, version: obj.version, ...more }
    const reply = await me.post<FollowDone>(`${path}/save`, body)
    expect(reply.success, reply.msg).toBe(true)
    return reply.obj
  },
  inboundsOf: async (email: string): Promise<number[]> =>
    (await allClients(me)).find((one) => one.email === email)?.inboundIds ?? [],
  async origins(email: string): Promise<Record<number, string>> {
    const { obj } = await me.get<ClientOrigins>(`${clients}/origins/${email}`)
    return Object.fromEntries(obj.inbounds.map(({ id, origin }) => [id, origin]))
  },
  attach: (email: string, ...inboundIds: number[]) => me.post(`${clients}/${email}/attach`, { inboundIds }),
  detach: (email: string, ...inboundIds: number[]) => me.post(`${clients}/${email}/detach`, { inboundIds }),
})

export type Following = ReturnType<typeof following>
