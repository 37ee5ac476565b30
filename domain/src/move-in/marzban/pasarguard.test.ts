import { describe, expect, it } from 'vitest'
import { inEnglish } from '#domain/refusal.ts'
import { pasarguardCoreConfig } from '#test/fixtures/marzban/core-config.ts'
import { oldSecret, pasarguardDatabase, tablesIn } from '#test/fixtures/marzban/databases.ts'
import { marzbanTools as tools } from '#test/fixtures/marzban/tools.ts'
import { type OldUser, oldUsers } from '#test/fixtures/marzban/users.ts'
import type { ArrivingClient } from '../arrival.ts'
import { readPasarguard } from './read.ts'

const users = oldUsers()
const nth = (id: number): OldUser => users[id - 1] as OldUser // there are fifty
const guard = readPasarguard(tablesIn(pasarguardDatabase(users, pasarguardCoreConfig('', 20_000))), {}, tools)
const of = (id: number): ArrivingClient[] => guard.clients.filter(({ oldIdentity }) => oldIdentity?.id === id)
const first = (id: number): ArrivingClient => of(id)[0] as ArrivingClient // every user has one
const tagsOf = (client: ArrivingClient) => client.attachments.map(({ inboundTag }) => inboundTag)
const says = (code: string) => guard.findings.filter((finding) => finding.said.code === code)

describe('PasarGuard', () => {
  it('puts users on the inbounds of their groups', () => {
    expect(of(1).flatMap(tagsOf).sort()).toEqual(['SS', 'TROJAN', 'VLESS TCP REALITY', 'VMESS_WS'])
    expect(of(5).flatMap(tagsOf).sort()).toEqual(['SS22', 'VLESS TCP REALITY'])
    expect(first(5).fields.group).toBe('keys')
    expect(first(7).fields.group).toBe('all')
    expect(guard.groups).toEqual(['all', 'keys', 'off'])
    expect(says('marzban.several-groups')).toHaveLength(1)
  })

  it('has one end per user, as a date', () => {
    expect(first(1).fields.expiryTime).toBe((nth(1).expire ?? 0) * 1000)
    expect(first(15).fields.expiryTime).toBe(0)
  })

  it('has the flow of the inbound', () => {
    const { flowOverride } = first(1).attachments.find((a) => a.inboundTag === 'VLESS TCP REALITY') ?? {}
    expect(flowOverride).toBe('xtls-rprx-vision')
    expect(first(1).fields.flow).toBe('')
  })

  it('derives the key of a Shadowsocks 2022 user', () => {
    const key = Buffer.from(tools.sha256(nth(5).shadowsocks), 'hex').toString('base64')
    expect(of(5)).toHaveLength(1)
    expect(first(5).shadowsocksKey).toBe(key)
    const [, both] = of(7)
    expect(both?.fields.password).toBe(nth(7).shadowsocks)
    expect(both?.shadowsocksKey).toBe(Buffer.from(tools.sha256(nth(7).shadowsocks), 'hex').toString('base64'))
  })

  it('brings device limits and other secrets', () => {
    expect(first(2).fields).toMatchObject({ limitHwid: 2, auth: 'auth user_02' })
    expect(guard.oldSubscriptions[0]).toMatchObject({ kind: 'pasarguard', secret: oldSecret })
    expect(guard.findings.map(({ subject, said }) => `${subject}: ${inEnglish(said)}`).join('\n')).toMatch(
      /wires: A core of the kind wg/,
    )
  })

  it('tells apart names that differ in case only', () => {
    const two = users.slice(0, 2).map((user, i) => ({ ...user, name: ['Ann', 'ann'][i] ?? '' }))
    const { clients, findings } = readPasarguard(tablesIn(pasarguardDatabase(two, '{}')), {}, tools)
    expect(clients.map(({ fields }) => fields.email)).toEqual(['Ann', 'ann-2'])
    expect(clients.map(({ oldIdentity }) => oldIdentity?.name)).toEqual(['Ann', 'ann'])
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'healed', subject: 'ann' }))
  })
})
