import { expect } from 'vitest'
import type { Host, HostGroup } from '#contract/host.ts'
import type { Block } from '#contract/inbound.ts'
import type { Visitor } from './panel.ts'
import { linksIn, type Subscriber } from './subscriber.ts'

export const hosts = '/panel/api/hosts'

/** What tests of advertised addresses ask a panel; `get` fetches subscriptions. */
export function addressesOf(me: Visitor, get: Subscriber) {
  async function addressOn(name: string, ids: readonly number[], more: object = {}): Promise<Host> {
    const { obj, ...reply } = await me.post<Host[]>(`${hosts}/add`, {
      ...more,
      hosts: [name],
      inboundIds: ids,
    })
    expect(reply).toMatchObject({ success: true })
    return obj[0] as Host // one address on one inbound
  }
  const groupOf = async (id: string) => (await me.get<HostGroup>(`${hosts}/get/${id}`)).obj
  const change = async ({ groupId }: Pick<Host, 'groupId'>, patch: object) =>
    me.post(`${hosts}/update/${groupId}`, { ...(await groupOf(groupId)), ...patch })
  /** The password in each link, by the host in it. */
  const keysIn = (links: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      links.map((link) => new URL(link)).map((url) => [url.hostname, decodeURIComponent(url.username)]),
    )
  const subKeys = async (email: string) => keysIn(linksIn((await get(`/sub/${email}-sub`)).body))
  /** What the core would get, by name. */
  async function coreKeys(email: string): Promise<Record<string, string>> {
    const { obj } = await me.get<{ inbounds: { settings: { clients?: Block[] } }[] }>(
      '/panel/api/server/getConfigJson',
    )
    const users = obj.inbounds.flatMap(({ settings }) => settings.clients ?? [])
    return Object.fromEntries(
      users
        .filter(({ email: name }) => String(name).split('/').at(-1) === email)
        .map(({ email: name, id, password }) => [String(name), String(id ?? password)]),
    )
  }
  return { addressOn, groupOf, change, subKeys, coreKeys, keysIn }
}
