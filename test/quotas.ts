import { expect } from 'vitest'
import type { ClientPage } from '#contract/client-bodies.ts'
import type { ClientQuota } from '#contract/quotas-api.ts'
import { freePort } from './free-port.ts'
import { addClient, addInbound, clients, recordOf } from './inbounds.ts'
import { meteredPanel } from './metering.ts'
import { linksIn, subscriberOf } from './subscriber.ts'

/** A panel with a dear inbound that has a label, a cheap one, and one with MASQUE. */
export async function quotaStage() {
  const [port, subPort] = [await freePort(), await freePort()]
  const t = await meteredPanel({}, [], { SLUICE_PORT: String(port), SLUICE_SUB_PORT: String(subPort) })
  await t.panel.start()
  const get = subscriberOf(subPort)
  let me = await t.login()
  await me.post('/panel/setting/update', { noticeHomeEvents: 'client.quota-used' })
  const dear = await addInbound(me, { labels: ['premium'] })
  const cheap = await addInbound(me, { protocol: 'trojan' })
  const masque = await addInbound(me, { protocol: 'masque', labels: ['quick'] })

  const done = async (path: string, body: object = {}) => {
    const { success, msg, obj } = await me.post<{ undo?: number; id?: number }>(path, body)
    expect(success, msg).toBe(true)
    return obj
  }
  const refusal = async (path: string, body: object): Promise<string> => {
    const { success, msg } = await me.post(path, body)
    expect(success).toBe(false)
    return msg
  }
  const portsIn = (links: readonly string[]): number[] =>
    links.flatMap((link) => [dear, cheap].flatMap((one) => (link.includes(`:${one.port}`) ? [one.port] : [])))
  const amount = (bytes: number, reset: string) => ({ bytes, reset })

  return {
    ...{ t, dear, cheap, masque, done, refusal },
    me: () => me,
    /** The time that passes ends sessions. */
    async pass(ms: number) {
      t.pass(ms)
      me = await t.login()
    },
    both: [dear.port, cheap.port],
    onDear: (bytes: number, reset = 'client') => ({
      on: 'inbound',
      inboundId: dear.id,
      ...amount(bytes, reset),
    }),
    onLabel: (bytes: number, reset = 'client') => ({
      on: 'label',
      label: 'premium',
      ...amount(bytes, reset),
    }),
    onServer: (bytes: number, reset = 'client') => ({ on: 'node', nodeId: 0, ...amount(bytes, reset) }),
    make: (email: string, more: object = {}, on = [dear.id, cheap.id]) =>
      addClient(me, { email, ...more }, on),
    update: (email: string, body: object) => done(`${clients}/update/${email}`, body),
    quotasOf: async (email: string) => (await me.get<ClientQuota[]>(`${clients}/quotas/${email}`)).obj,
    /** Bytes on an inbound where they are counted apart; null: somewhere, under the plain name. */
    async use(email: string, bytes: number, inbound: { id: number } | null = dear) {
      t.fake.move('user', inbound ? `@${inbound.id}/${email}` : email, bytes)
      await t.tick()
    },
    /** The ports that its links have, in its subscription and in the API. */
    async ports(email: string): Promise<number[]> {
      const { obj } = await me.get<string[]>(`${clients}/links/${email}`)
      const subId = (await recordOf(me, email))?.subId
      expect(portsIn(linksIn((await get(`/sub/${subId}`)).body))).toEqual(portsIn(obj))
      return portsIn(obj)
    },
    /** Names of the users that the core should have on this inbound. */
    async inCore({ tag }: { tag: string }): Promise<string[]> {
      interface Config {
        inbounds: { tag: string; settings: { clients?: { email: string }[] } }[]
      }
      const { obj } = await me.get<Config>('/panel/api/server/getConfigJson')
      const users = obj.inbounds.find((one) => one.tag === tag)?.settings.clients ?? []
      return users.map((user) => user.email)
    },
    closedInbounds: async (email: string) =>
      (await me.get<ClientPage>(`${clients}/list/paged?search=${email}`)).obj.items[0]?.closedInbounds,
  }
}

export type QuotaStage = Awaited<ReturnType<typeof quotaStage>>
