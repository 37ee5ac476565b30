import { expect } from 'vitest'
import type { ClientRecord, ClientWithAttachments } from '#contract/client.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Envelope } from '#contract/wire.ts'
import type { Visitor } from './panel.ts'

export const clients = '/panel/api/clients'
export const inbounds = '/panel/api/inbounds'

/** An address on which nothing else listens. */
export const quiet = '127.77.9.9'
/** Files run in parallel, and a panel tries a port before it takes it: each worker has its own range. */
let port = 21_000 + 1_000 * Number(process.env.VITEST_POOL_ID ?? 0)

export type ListedInbound = Inbound & {
  settings: { clients: { email: string; id?: string; password?: string; flow?: string; enable: boolean }[] }
}

export const inboundBody = (more: object = {}) => ({
  listen: quiet,
  port: port++,
  protocol: 'vless',
  ...more,
})

export async function addInbound(me: Visitor, more: object = {}): Promise<ListedInbound> {
  const reply = await me.post<ListedInbound>(`${inbounds}/add`, inboundBody(more))
  expect(reply.success, reply.msg).toBe(true)
  return reply.obj
}

export async function addClient(me: Visitor, client: object, inboundIds: number[]): Promise<void> {
  const { success, msg } = await me.post(`${clients}/add`, { client, inboundIds })
  expect(success, msg).toBe(true)
}

/** The record of a client, if there is one. */
export async function recordOf(me: Visitor, email: string): Promise<ClientRecord | undefined> {
  const reply = await me.get<{ client: ClientRecord } | null>(`${clients}/get/${encodeURIComponent(email)}`)
  return reply.obj?.client
}

export const allClients = async (me: Visitor): Promise<ClientWithAttachments[]> =>
  (await me.get<ClientWithAttachments[]>(`${clients}/list`)).obj
export const allInbounds = async (me: Visitor): Promise<ListedInbound[]> =>
  (await me.get<ListedInbound[]>(`${inbounds}/list`)).obj

export const wins = (replies: readonly Envelope[]): number => replies.filter((r) => r.success).length
