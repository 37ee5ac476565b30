import { describe, expect, it } from 'vitest'
import { planMoveIn } from '#domain/move-in/plan.ts'
import { inEnglish } from '#domain/refusal.ts'
import { countingMint } from '#test/fixtures/counting-mint.ts'
import { after, freshPanel } from '#test/fixtures/here.ts'
import { type Release, readerTools, releases, tablesOf, withDatabase } from '#test/fixtures/three-x-ui.ts'
import { readThreeXui } from './read.ts'

// The expected values are those with which each release was driven, and what its own tables say by plain SQL.

const listed = {
  '2.8.11': {
    user: 'op33662',
    port: '26800',
    basePath: '/3ab6ce28/',
    subPort: '26801',
    paths: ['/0301b0/', '/j81807/', '/cf472c/'],
    secret: 'JBSWY3DPEHPK3PXPAAAAAAAAAAAAAAAA',
    tokens: [],
    counts: [9, 31, 31],
  },
  base: {
    user: 'opd2267',
    port: '27366',
    basePath: '/3221af82/',
    subPort: '27367',
    paths: ['/d6cd15/', '/j0a742/', '/c15121/'],
    secret: 'JBSWY3DPEHPK3PXPAAAAAAAAAAAAAAAA',
    tokens: [
      '953XFpfSh8IL5ZLqPPbVC6Jwg5hHVLHqqYj06fjTFyCrA7CV',
      '4P3sFnZTQejSQ1uhr3anBRn0kiago7uCgoh7X48U8qFDiwMy',
    ],
    counts: [11, 25, 37],
  },
  '3.1.0': {
    user: 'op1e97d',
    port: '25891',
    basePath: '/632bdfcd/',
    subPort: '25892',
    paths: ['/c0b3ba/', '/j5e144/', '/c0b640/'],
    secret: 'JBSWY3DPEHPK3PXPGEGEGEGEGEGEGEGE',
    tokens: [
      'NsELpFl1PquA5tfrUMfUFN572RZhrhMo5pz9Il9zA5cP0owR',
      'l8RZew7KQftUC8w1FaRynHd4rSGenkG7vgmiITH7ns0pyWWc',
    ],
    counts: [11, 25, 38],
  },
  '3.3.0': {
    user: 'op2f992',
    port: '27313',
    basePath: '/0b261a40/',
    subPort: '27314',
    paths: ['/9ea753/', '/j64fa0/', '/ce5854/'],
    secret: 'JBSWY3DPEHPK3PXPMFMFMFMFMFMFMFMF',
    tokens: [
      '92j3VhGTYFBcEteHDEC2LekQvR3B35mBKbldkTBtfMQsEe9l',
      '2SAisWmciNv0VWCzL0C2q5N1BXKsa4TJaGcZ74qAz13VuW0m',
    ],
    counts: [11, 25, 38],
  },
  '3.6.0': {
    user: 'opfaa30',
    port: '26921',
    basePath: '/12c2a924/',
    subPort: '26922',
    paths: ['/94b42f/', '/jaf44a/', '/c24e16/'],
    secret: undefined,
    tokens: [
      'sFzJPiNn9Oc4YPSnQrp14zhDvNO2JepNrWFVJke9nVxQMB1e',
      'djlAVEvq9hy2ojcJMvC87VfiO3b5klL7hGoF5b620e23AoJG',
    ],
    counts: [11, 25, 38],
  },
} as const satisfies Record<Release, unknown>

const moved = (release: Release) => {
  const arrival = readThreeXui(tablesOf(release), readerTools)
  const plan = planMoveIn(arrival, freshPanel, { takeSettings: false, keepHttp: false }, countingMint())
  return { arrival, plan }
}

interface Told {
  email: string
  subId: string
  credential: string
  up: number
  down: number
  total: number
  expiry: number
  reset: number
  limitIp: number
  tgId: number
  comment: string
  inbounds: string
}

const entries = `select json_extract(c.value, '$.email') as email, json_extract(c.value, '$.subId') as subId,
  coalesce(nullif(json_extract(c.value, '$.id'), ''), json_extract(c.value, '$.password')) as credential,
  t.up, t.down, json_extract(c.value, '$.totalGB') as total, json_extract(c.value, '$.expiryTime') as expiry,
  json_extract(c.value, '$.reset') as reset, json_extract(c.value, '$.limitIp') as limitIp,
  json_extract(c.value, '$.tgId') as tgId, json_extract(c.value, '$.comment') as comment, i.tag as inbounds
  from inbounds i, json_each(i.settings, '$.clients') c
  join client_traffics t on t.email = json_extract(c.value, '$.email') order by 1`

const records = `select c.email, c.sub_id as subId, c.uuid || ' ' || c.password || ' ' || c.auth as credential, t.up,
  t.down, c.total_gb as total, c.expiry_time as expiry, c.reset, c.limit_ip as limitIp, c.tg_id as tgId, c.comment,
  (select group_concat(tag) from (select i.tag from client_inbounds a join inbounds i on i.id = a.inbound_id
    where a.client_id = c.id order by i.tag)) as inbounds
  from clients c join client_traffics t on t.email = c.email order by 1`

const told = (release: Release): Told[] =>
  withDatabase(release, (db) =>
    db.prepare(release === '2.8.11' ? entries : records).all(),
  ) as unknown as Told[]

describe.each(releases)('3x-ui %s', (release) => {
  const { arrival, plan } = moved(release)
  const want = listed[release]
  const isListed = release === '2.8.11'

  it('brings every inbound, client and attachment', () => {
    const { inbounds, clients, attachments } = plan.counts
    expect([inbounds.comes, clients.comes, attachments.comes]).toEqual([...want.counts])
    expect([inbounds.left, clients.left, attachments.left]).toEqual([0, 0, 0])
    const tags = withDatabase(release, (db) =>
      db.prepare('select tag, up, down, enable, port, remark, total from inbounds order by tag').all(),
    )
    const came = plan.inbounds.map(({ tag, up, down, fields: { enable, port, remark, total } }) => ({
      ...{ tag, up, down, enable: enable ? 1 : 0, port, remark, total },
    }))
    expect(came.sort((a, b) => (a.tag < b.tag ? -1 : 1))).toEqual(tags.map((row) => ({ ...row })))
  })

  it('keeps credentials, counters to the byte, limits and subscription ids of every client', () => {
    const came = plan.clients.map(({ record: r, up, down, attachments }) => ({
      email: r.email === 'old-friend' ? 'old friend' : r.email,
      subId: r.subId,
      credential: isListed ? credentialOf(r, attachments[0]!.protocol) : `${r.uuid} ${r.password} ${r.auth}`,
      ...{
        up,
        down,
        total: r.totalGB,
        expiry: r.expiryTime,
        reset: r.reset,
        limitIp: r.limitIp,
        tgId: r.tgId,
      },
      comment: r.comment,
      inbounds: attachments
        .map(({ inboundTag }) => inboundTag)
        .toSorted()
        .join(),
    }))
    const bytes = (a: { email: string }, b: { email: string }) =>
      Buffer.compare(Buffer.from(a.email), Buffer.from(b.email))
    expect(came.toSorted(bytes)).toEqual(
      told(release)
        .map((row) => ({ ...row }))
        .toSorted(bytes),
    )
  })

  it('knows who was disabled by the panel and who by the operator', () => {
    const off = plan.clients.filter(({ record }) => !record.enable)
    const byPanel = off.filter(({ record }) => record.disabledByPanel).map(({ record }) => record)
    expect([off.length, byPanel.length]).toEqual(isListed ? [7, 5] : [6, 4])
    for (const { totalGB, expiryTime, email } of byPanel) {
      const { up, down } = plan.clients.find(({ record }) => record.email === email)!
      expect((totalGB > 0 && up + down >= totalGB) || (expiryTime > 0 && expiryTime < readerTools.now)).toBe(
        true,
      )
    }
  })

  it('brings user, two-factor secret, ports, paths and tokens', () => {
    const [user] = withDatabase(release, (db) => db.prepare('select password from users').all())
    expect(plan.users).toEqual([{ username: want.user, passwordHash: user?.password }])
    const { settings } = plan
    expect([settings.webPort, settings.webBasePath, settings.subPort]).toEqual([
      want.port,
      want.basePath,
      want.subPort,
    ])
    expect([settings.subPath, settings.subJsonPath, settings.subClashPath]).toEqual([...want.paths])
    expect([settings.twoFactorToken, settings.twoFactorEnable]).toEqual([want.secret, want.secret && 'true'])
    expect(settings.subTitle).toMatch(/^Дом · /)
    expect(settings.tgBotToken).toMatch(/^7000/)
    expect(plan.tokens.map(({ name, hash, enabled }) => ({ name, hash, enabled }))).toEqual(
      want.tokens.map((token, i) => ({
        ...{ name: i === 0 ? 'install' : 'retired', hash: readerTools.sha256(token), enabled: i === 0 },
      })),
    )
    expect(plan.template).toBeNull() // the file has none: the default
  })

  it('brings groups, fallbacks, hosts, nodes, counters of outbounds and addresses of clients', () => {
    const hasNodes = !isListed
    expect(plan.groups).toEqual(['3.3.0', '3.6.0'].includes(release) ? ['family'] : [])
    const inGroup = plan.clients.filter(({ record }) => record.group === 'family')
    expect(inGroup.length > 0).toBe(plan.groups.length > 0)
    expect(plan.fallbacks.map(({ path }) => path)).toEqual(hasNodes ? ['/fb'] : [])
    expect(plan.hosts.flatMap(({ group }) => group.hosts)).toEqual(
      release === '3.6.0' ? ['edge-134f.example.net'] : [],
    )
    expect(plan.nodes.map(({ name, address, apiToken }) => [name, address, apiToken.length])).toEqual(
      hasNodes ? [['frankfurt', '127.0.0.77', 48]] : [],
    )
    expect(plan.inbounds.filter(({ node }) => node === 'frankfurt')).toHaveLength(hasNodes ? 1 : 0)
    expect(plan.outboundTraffics).toEqual([
      { tag: 'direct', up: expect.any(Number), down: expect.any(Number) },
    ])
    const logs = withDatabase(release, (db) => db.prepare('select ips from inbound_client_ips').all())
    expect(
      plan.clients
        .map(({ ips }) => ips)
        .filter(Boolean)
        .toSorted(),
    ).toEqual(logs.map(({ ips }) => ips as string).toSorted())
  })

  it('has nothing to do the second time', () => {
    const again = planMoveIn(
      arrival,
      after(freshPanel, plan),
      { takeSettings: true, keepHttp: false },
      countingMint(),
    )
    for (const [kind, { comes, left }] of Object.entries(again.counts))
      expect([kind, comes, left]).toEqual([kind, 0, 0])
  })

  it('says what it changed, and nothing that it cannot say', () => {
    for (const { said } of plan.findings) expect(inEnglish(said)).not.toMatch(/\{\w+\}|^movein\./)
    const healed = plan.findings.filter(({ kind }) => kind === 'healed').map(({ subject }) => subject)
    expect(healed).toEqual(isListed ? ['old-friend'] : [])
  })
})

const credentialOf = (c: { uuid: string; password: string }, protocol: string): string =>
  ['trojan', 'shadowsocks'].includes(protocol) ? c.password : c.uuid
