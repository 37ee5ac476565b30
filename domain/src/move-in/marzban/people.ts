import { groupBy } from '#domain/topology/group-by.ts'
import { asBlock, textAt } from '#domain/untyped.ts'
import type { SourceRow, SourceTables } from '../source-tables.ts'
import { rowsOf } from '../source-tables.ts'
import { countCell, flagCell, hasColumn, jsonCell, textCell, timeCell, wordCell } from './cells.ts'
import type { CoreInbounds } from './core-file.ts'

const isSecretProtocol = (name: string): name is SecretProtocol => secretProtocols.some((p) => p === name)

const secretKeys = { vless: 'id', vmess: 'id', trojan: 'password', shadowsocks: 'password', hysteria: 'auth' }

/**
 * `value` is an id, a password or an auth, by protocol; `method` the Shadowsocks cipher, if it is the user's own; `tags` are
 * those of the inbounds on which the user is.
 */
function secretOf(protocol: SecretProtocol, settings: unknown, tags: readonly string[]) {
  const block = asBlock(settings)
  const value = textAt(block, secretKeys[protocol])
  if (value === '') return undefined
  const method = textAt(block, 'method').toLowerCase()
  return { value, flow: protocol === 'vless' ? textAt(block, 'flow') : '', method, tags }
}

/** What both panels keep in the same columns. Times are milliseconds, 0 for none. */
const commonOf = (row: SourceRow) => ({
  id: countCell(row, 'id'),
  name: textCell(row, 'username'),
  status: wordCell(row, 'status'),
  used: countCell(row, 'used_traffic'),
  limit: countCell(row, 'data_limit'),
  resetStrategy: wordCell(row, 'data_limit_reset_strategy'),
  expire: timeCell(row, 'expire'),
  holdSeconds: countCell(row, 'on_hold_expire_duration'),
  holdTimeout: timeCell(row, 'on_hold_timeout'),
  createdAt: timeCell(row, 'created_at'),
  editedAt: timeCell(row, 'edit_at'),
  revokedAt: timeCell(row, 'sub_revoked_at'),
  onlineAt: timeCell(row, 'online_at'),
  note: textCell(row, 'note'),
  limitHwid: countCell(row, 'hwid_limit'),
})

const tagsOf = (inbounds: CoreInbounds, protocol: SecretProtocol): string[] =>
  inbounds.inbounds.filter((i) => i.protocol === protocol).map((i) => i.tag)

/** Marzban: a user is on every inbound of each of its protocols, except the excluded ones. */
export function marzbanPeople(tables: SourceTables, inbounds: CoreInbounds): Person[] {
  const proxies = groupBy(rowsOf(tables, 'proxies'), (row) => countCell(row, 'user_id'))
  const excluded = groupBy(rowsOf(tables, 'exclude_inbounds_association'), (row) =>
    countCell(row, 'proxy_id'),
  )
  const all = new Map(secretProtocols.map((protocol) => [protocol, tagsOf(inbounds, protocol)]))

  return rowsOf(tables, 'users').map((row) => {
    const person = commonOf(row)
    const secrets: Person['secrets'] = {}
    for (const proxy of proxies.get(person.id) ?? []) {
      const protocol = wordCell(proxy, 'type')
      if (!isSecretProtocol(protocol) || secrets[protocol]) continue
      const without = new Set(
        (excluded.get(countCell(proxy, 'id')) ?? []).map((e) => textCell(e, 'inbound_tag')),
      )
      const tags = (all.get(protocol) ?? []).filter((tag) => !without.has(tag))
      const secret = secretOf(protocol, jsonCell(proxy, 'settings'), tags)
      if (secret) secrets[protocol] = secret
    }
    return { ...person, groups: [], secrets }
  })
}

/** Groups that are in force, with the tags of their inbounds. */
function groupsOf(tables: SourceTables): Map<number, { name: string; tags: string[] }> {
  const tagById = new Map(
    rowsOf(tables, 'inbounds').map((row) => [countCell(row, 'id'), textCell(row, 'tag')] as const),
  )
  const links = groupBy(rowsOf(tables, 'inbounds_groups_association'), (row) => countCell(row, 'group_id'))
  const groups = new Map<number, { name: string; tags: string[] }>()
  for (const row of rowsOf(tables, 'groups')) {
    const id = countCell(row, 'id')
    const listed = flagCell(row, 'is_disabled') ? [] : (links.get(id) ?? [])
    const tags = listed.flatMap((link) => tagById.get(countCell(link, 'inbound_id')) ?? [])
    groups.set(id, { name: textCell(row, 'name'), tags })
  }
  return groups
}

/** PasarGuard: a user is on the inbounds of its groups. */
export function pasarguardPeople(tables: SourceTables, inbounds: CoreInbounds): Person[] {
  const groups = groupsOf(tables)
  const key = hasColumn(tables, 'users_groups_association', 'groups_id') ? 'groups_id' : 'group_id'
  const memberships = groupBy(rowsOf(tables, 'users_groups_association'), (row) => countCell(row, 'user_id'))
  const all = new Map(secretProtocols.map((protocol) => [protocol, tagsOf(inbounds, protocol)]))

  return rowsOf(tables, 'users').map((row) => {
    const person = commonOf(row)
    const mine = (memberships.get(person.id) ?? []).flatMap((m) => groups.get(countCell(m, key)) ?? [])
    const reached = new Set(mine.flatMap(({ tags }) => tags))
    const settings = asBlock(jsonCell(row, 'proxy_settings'))
    const secrets: Person['secrets'] = {}
    for (const protocol of secretProtocols) {
      const tags = (all.get(protocol) ?? []).filter((tag) => reached.has(tag))
      const secret = secretOf(protocol, settings[protocol], tags)
      if (secret) secrets[protocol] = secret
    }
    const names = mine.map(({ name }) => name).filter((name) => name !== '')
    return { ...person, groups: [...new Set(names)], secrets }
  })
}

/** Protocols whose users these panels manage and that have clients here. */
export const secretProtocols = ['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria'] as const
export type SecretProtocol = (typeof secretProtocols)[number]

/** What a user has for one protocol. */
export type Secret = NonNullable<ReturnType<typeof secretOf>>

/** A user of the other panel, in its own terms. */
export interface Person extends ReturnType<typeof commonOf> {
  groups: readonly string[]
  secrets: Partial<Record<SecretProtocol, Secret>>
}
