import { describe, expect, it } from 'vitest'
import { dayMs } from '#domain/clients/expiry.ts'
import { inEnglish } from '#domain/refusal.ts'
import { marzbanCoreConfig, realityKeys } from '#test/fixtures/marzban/core-config.ts'
import { marzbanDatabase, oldHash, oldSecret, tablesIn } from '#test/fixtures/marzban/databases.ts'
import { marzbanTools as tools } from '#test/fixtures/marzban/tools.ts'
import { type OldUser, oldUsers } from '#test/fixtures/marzban/users.ts'
import type { Arrival, ArrivingClient } from '../arrival.ts'
import { type MarzbanOptions, readMarzban } from './read.ts'

const users = oldUsers()
const nth = (id: number): OldUser => users[id - 1] as OldUser // there are fifty

const marzban = (more: Partial<MarzbanOptions> = {}): Arrival =>
  readMarzban(
    tablesIn(marzbanDatabase(users)),
    { coreConfig: marzbanCoreConfig('127.0.0.1', 20_000), excludedTags: ['hidden'], ...more },
    tools,
  )

const arrived = marzban()
const of = (arrival: Arrival, id: number): ArrivingClient[] =>
  arrival.clients.filter(({ oldIdentity }) => oldIdentity?.id === id)
const first = (id: number): ArrivingClient => of(arrived, id)[0] as ArrivingClient // every user has one
const tagsOf = (client: ArrivingClient | undefined) => client?.attachments.map(({ inboundTag }) => inboundTag)
const said = (arrival: Arrival) =>
  arrival.findings.map(({ kind, subject, said }) => `${kind} ${subject}: ${inEnglish(said)}`)
const says = (arrival: Arrival, code: string) => arrival.findings.filter((f) => f.said.code === code)

describe('a database', () => {
  it('gives the same twice', () => {
    expect(marzban()).toEqual(arrived)
  })

  it('needs no core configuration for its users, and says what is missing', () => {
    const bare = marzban({ coreConfig: undefined })
    expect(bare.inbounds).toEqual([])
    expect(bare.template).toBeNull()
    expect(bare.clients).toHaveLength(50)
    expect(says(bare, 'marzban.no-core-config')).toHaveLength(1)
    expect(says(marzban({ coreConfig: 'not json' }), 'marzban.core-config-unreadable')).toHaveLength(1)
  })
})

it('names nodes that are left, with the multiplier that they had', () => {
  expect(says(arrived, 'marzban.nodes')).toHaveLength(1)
  expect(says(arrived, 'marzban.node-multipliers').map(({ said }) => said.params)).toEqual([
    { count: 1, names: 'Frankfurt 1.5' },
  ])
})

describe('a user', () => {
  it('keeps name, quota, used bytes, end, note and when it was made', () => {
    const { fields, up, down, oldIdentity, disabledByPanel } = first(1)
    expect(fields).toMatchObject({
      email: 'user_01',
      totalGB: nth(1).limit,
      expiryTime: (nth(1).expire ?? 0) * 1000,
      comment: 'note of user_01',
      enable: true,
      reset: 0,
      uuid: nth(1).vless,
      password: nth(1).trojan,
      flow: 'xtls-rprx-vision',
    })
    expect({ up, down, disabledByPanel }).toEqual({ up: 0, down: nth(1).used, disabledByPanel: false })
    expect(oldIdentity).toEqual({
      id: 1,
      name: 'user_01',
      createdAt: Date.UTC(2024, 0, 1) + 124,
      revokedAt: 0,
    })
    expect(first(19).oldIdentity?.revokedAt).toBe(Date.UTC(2024, 5, 1, 12) + 500)
  })

  it('is enabled unless its operator disabled it', () => {
    expect(first(10).fields.enable).toBe(false)
    for (const id of [11, 12, 13]) expect(first(id).fields.enable).toBe(true)
  })

  it('on hold counts from its first use, in whole days', () => {
    expect(first(13).fields.expiryTime).toBe(-30 * dayMs)
    expect(first(14).fields.expiryTime).toBe(-2 * dayMs)
    expect(says(arrived, 'marzban.hold-rounded')[0]?.said.params).toEqual({ count: 1, names: 'user_14' })
    expect(says(arrived, 'marzban.hold-timeout')).toHaveLength(1)
  })

  it('without quota or end has none', () => {
    for (const id of [15, 16]) expect(first(id).fields).toMatchObject({ totalGB: 0, expiryTime: 0 })
    expect(first(15).fields.comment).toBe('')
    expect(first(16).fields.comment).toHaveLength(4096)
    expect(first(27).fields.comment).toBe('two\nlines 🙂')
  })

  it('is one client if one can hold its secrets, else two with one subscription', () => {
    expect(of(arrived, 4)).toHaveLength(1)
    expect(tagsOf(first(4))).toEqual(['VLESS TCP REALITY', 'VMESS_WS', 'TROJAN', 'SS'])
    const [one, two] = of(arrived, 1)
    expect(tagsOf(one)).toEqual(['VLESS TCP REALITY', 'TROJAN'])
    expect(tagsOf(two)).toEqual(['VMESS_WS', 'SS'])
    expect(two?.fields).toMatchObject({
      uuid: nth(1).vmess,
      password: nth(1).shadowsocks,
      email: 'user_01-3',
    })
    expect(two?.fields.subId).toBe(one?.fields.subId)
    expect(two).toMatchObject({ down: one?.down, oldIdentity: one?.oldIdentity })
    expect(tagsOf(of(arrived, 2)[1])).toEqual(['SS'])
    expect(tagsOf(of(arrived, 3)[1])).toEqual(['VMESS_WS'])
    for (const id of [5, 6, 7, 8, 9]) expect(of(arrived, id)).toHaveLength(1)
    expect(first(6).fields.uuid).toBe(nth(6).vmess)
    expect(first(8).fields.password).toBe(nth(8).shadowsocks)
    expect(says(arrived, 'marzban.two-clients')[0]?.said.params.names).toMatch(/^user_01, user_02, .*…$/)
  })

  it('is on the inbounds of its protocols less the excluded ones', () => {
    expect(tagsOf(first(5))).toEqual(['VLESS TCP REALITY'])
    expect(tagsOf(first(9))).toEqual([])
    expect(tagsOf(first(21))).toEqual(['VMESS_WS', 'TROJAN'])
    expect(of(arrived, 22).flatMap(tagsOf)).not.toContain('VMESS_WS')
  })

  it('has an email and a subscription of its own', () => {
    const emails = arrived.clients.map(({ fields }) => fields.email.toLowerCase())
    expect(new Set(emails).size).toBe(emails.length)
    expect(new Set(arrived.clients.map(({ fields }) => fields.subId)).size).toBe(50)
    expect(first(26).fields.email).toBe('user_01-2')
  })

  it('never gets the end date pushed on by a traffic schedule', () => {
    expect(arrived.clients.every(({ fields }) => fields.reset === 0)).toBe(true)
    expect(says(arrived, 'marzban.reset-strategy').map(({ said }) => said.params)).toEqual([
      { count: 1, names: 'user_17', strategy: 'month' },
      { count: 1, names: 'user_18', strategy: 'day' },
    ])
  })
})

describe('the core configuration', () => {
  it('brings its inbounds, with the public half of a Reality key', () => {
    expect(arrived.inbounds.map(({ tag, port, protocol }) => `${tag} ${port} ${protocol}`)).toEqual([
      'VLESS TCP REALITY 20000 vless',
      'VMESS_WS 20001 vmess',
      'TROJAN 20002 trojan',
      'SS 20003 shadowsocks',
    ])
    const [reality] = arrived.inbounds
    expect(reality?.streamSettings).toMatchObject({
      network: 'tcp',
      realitySettings: { settings: { publicKey: realityKeys.publicKey } },
    })
    expect(reality?.settings).toEqual({ decryption: 'none' })
  })

  it('gives a Shadowsocks inbound the cipher that most users have', () => {
    expect(arrived.inbounds[3]?.settings.method).toBe('chacha20-ietf-poly1305')
    expect(says(arrived, 'marzban.cipher-differs')[0]?.said.params).toMatchObject({
      names: 'user_20',
      tag: 'SS',
    })
  })

  it('becomes a template with its outbounds, rules and other inbounds', () => {
    const template = JSON.parse(arrived.template ?? '{}')
    expect(template.outbounds.map((o: { tag: string }) => o.tag)).toEqual(['DIRECT', 'BLOCK'])
    expect(template.inbounds.map((i: { tag: string }) => i.tag)).toEqual(['api', 'hidden', 'local'])
    expect(template.dns).toEqual({ servers: ['1.1.1.1'] })
    expect(arrived.template).not.toContain('geoip:private')
    expect(template.routing.rules[1].ip).toContain('10.0.0.0/8')
  })
})

describe('fallbacks', () => {
  const config = (dest: string, listen: string) => `{"inbounds": [
    {"tag": "front", "port": 443, "protocol": "vless", "settings": {"fallbacks": [{"path": "/ws", "dest": ${dest}}, {"dest": 80}]},
      "streamSettings": {"network": "tcp", "security": "tls"}},
    {"tag": "behind", "listen": "${listen}", "port": 3001, "protocol": "vmess", "streamSettings": {"network": "ws"}}]}`
  const read = (dest: string, listen: string) => marzban({ coreConfig: config(dest, listen) })

  it.each([
    ['3001', '127.0.0.1'],
    ['"3001"', ''],
    ['"127.0.0.1:3001"', '127.0.0.1'],
    ['"localhost:3001"', '127.0.0.1'],
    ['"@behind"', '@behind'],
  ])('to %s find the inbound at "%s"', (dest, listen) => {
    const { fallbacks, inbounds } = read(dest, listen)
    expect(fallbacks).toEqual([
      { masterTag: 'front', childTag: 'behind', name: '', alpn: '', path: '/ws', xver: 0, dest: '' },
      { masterTag: 'front', childTag: '', name: '', alpn: '', path: '', xver: 0, dest: '80' },
    ])
    expect(inbounds[0]?.settings).not.toHaveProperty('fallbacks')
  })
  it('elsewhere stay as they are written', () => {
    const { fallbacks, inbounds } = read('3002', '127.0.0.1')
    expect(fallbacks).toEqual([])
    expect(inbounds[0]?.settings.fallbacks).toHaveLength(2)
  })
})

describe('hosts', () => {
  it('come with what has a counterpart', () => {
    expect(arrived.hosts.map(({ inboundTags }) => inboundTags[0])).toEqual(['VMESS_WS', 'TROJAN'])
    expect(arrived.hosts[0]?.group).toMatchObject({
      hosts: [expect.stringMatching(/^[0-9a-f]{8}\.ws\.example\.com$/)],
      port: 8443,
      security: 'tls',
      sni: 'a.example.com',
      alpn: ['h2', 'http/1.1'],
      fingerprint: 'chrome',
      allowInsecure: true,
    })
    expect(arrived.hosts[1]?.group).toMatchObject({
      hosts: ['t1.example.com', 't2.example.com'],
      isDisabled: true,
      fingerprint: '',
    })
  })

  it('say what does not', () => {
    const codes = arrived.findings
      .map(({ said }) => said.code)
      .filter((code) => code.startsWith('marzban.host'))
    expect(codes.sort()).toEqual([
      'marzban.host-extra',
      'marzban.host-inbound',
      'marzban.host-list',
      'marzban.host-remark',
      'marzban.host-server',
      'marzban.host-star',
      'marzban.host-variable',
    ])
  })

  it("get the server's address if it is known", () => {
    const { hosts } = marzban({ serverAddress: '192.0.2.1' })
    expect(hosts.map(({ group }) => `${group.remark} ${group.hosts[0]}`)).toContain('🚀 Marz 192.0.2.1')
  })
})

describe('the rest', () => {
  it('brings logins with every right, and the key of the old URLs', () => {
    expect(arrived.users).toEqual([{ username: 'owner', passwordHash: oldHash }])
    expect(arrived.oldSubscriptions).toEqual([{ kind: 'marzban', secret: oldSecret, path: '/sub/' }])
    expect(marzban({ subPath: 'a/b' }).oldSubscriptions[0]?.path).toBe('/a/b/')
    expect(arrived.settings).toEqual({})
  })

  it('is named', () => {
    const text = said(arrived).join('\n')
    for (const name of ['seller', 'odd', 'Frankfurt', 'user_templates', 'next_plans'])
      expect(text).toContain(name)
    expect(text).not.toMatch(/\{[a-z]+\}/)
  })
})
