import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DirectoryPlanView } from '#contract/directory-api.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import {
  admin,
  base,
  flagLdif,
  goneLdif,
  personLdif,
  type Slapd,
  slapdIsHere,
  startSlapd,
  whyNoSlapd,
} from '#test/fixtures/slapd.ts'
import { addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const people = Array.from({ length: 10 }, (_, i) => `p${i}`)
const mail = (uid: string) => `${uid}@example.org`
const folder = mkdtempSync(join(tmpdir(), 'sluice-directory-'))
const caFile = join(folder, 'ca.pem')

if (!slapdIsHere) console.log(`Left out: tests with a directory server: ${whyNoSlapd}`)

describe.skipIf(!slapdIsHere)('a directory', () => {
  let slapd: Slapd
  let t: TestPanel
  let me: Visitor
  let tag: string
  const connection = () => ({
    ...{
      ldapHost: '127.0.0.1',
      ldapPort: slapd.port,
      ldapUseTLS: false,
      ldapStartTls: false,
      ldapCaFile: '',
    },
    ...{
      ldapInsecureSkipVerify: false,
      ldapBindDN: admin.dn,
      ldapPassword: admin.password,
      ldapBaseDN: base,
    },
    ...{ ldapUserFilter: '(objectClass=inetOrgPerson)', ldapUserAttr: 'mail', ldapFlagField: 'employeeType' },
    ...{ ldapTruthyValues: 'staff,1', ldapInvertFlag: false, ldapGroupDN: '', ldapNestedGroups: false },
    ...{
      ldapEnable: true,
      ldapAutoCreate: true,
      ldapAutoDelete: false,
      ldapInboundTags: tag,
    },
  })
  const save = async (values: object) =>
    expect(await me.post('/panel/setting/update', values)).toMatchObject({ success: true })
  const sync = async () => {
    t.advance(61_000)
    await t.panel.directory.job.run(new AbortController().signal)
  }
  const clients = async () =>
    new Map(
      (await me.get<{ email: string; enable: boolean }[]>('/panel/api/clients/list')).obj.map((c) => [
        c.email,
        c.enable,
      ]),
    )
  const on = async () => [...(await clients())].flatMap(([email, enable]) => (enable ? email : [])).sort()
  const plan = async () => (await me.get<DirectoryPlanView>('/panel/api/ldap/plan')).obj

  beforeAll(async () => {
    const pair = selfSigned(['localhost'], ['127.0.0.1'])
    writeFileSync(caFile, pair.cert)
    slapd = await startSlapd(pair, 4) // fewer than the people: only pages bring all of them
    slapd.modify(people.map((uid) => personLdif({ uid, type: 'staff', password: `pw of ${uid}` })).join(''))
    t = await testPanel()
    me = await t.login()
    tag = (await addInbound(me, {})).tag
  })
  beforeEach(() => save(connection()))
  afterAll(async () => {
    await t?.stop()
    await slapd?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('creates people once, page by page, with the defaults, and only where asked', async () => {
    await save({ ldapAutoCreate: false })
    await sync()
    expect(await on()).toEqual([])
    await save({
      ldapAutoCreate: true,
      ldapDefaultTotalGB: 3,
      ldapDefaultExpiryDays: 30,
      ldapDefaultLimitIP: 2,
    })
    const dry = await me.post<DirectoryPlanView>('/panel/api/ldap/dryRun', {})
    expect(dry.obj).toMatchObject({ held: false, people: 10, create: people.map(mail) })
    expect(await on()).toEqual([])
    await sync()
    expect(await on()).toEqual(people.map(mail))
    const { obj } = await me.get<{ client: object }>(`/panel/api/clients/get/${mail('p1')}`)
    expect(JSON.stringify(obj)).toContain(`"totalGB":${3 * 1024 ** 3}`)
    expect(JSON.stringify(obj)).toContain('"limitIp":2')
    const trail = await me.get<{ items: object[] }>('/panel/api/audit?action=clients.create')
    expect(JSON.stringify(trail)).toContain('directory')
    await sync()
    expect((await clients()).size).toBe(10)
  })

  it('is read again when its schedule says so, to the second', async () => {
    await save({ ldapSyncCron: '@every 10s' })
    await sync()
    const { run, dueIn } = t.panel.directory.job
    const lastRunAt = async () => (await plan()).lastRunAt
    const first = await lastRunAt()
    const due = dueIn?.() ?? 0
    expect([due > 0, due <= 10_000]).toEqual([true, true])
    t.advance(10_000)
    await run(new AbortController().signal)
    expect(await lastRunAt()).toBeGreaterThan(first)
    await save({ ldapSyncCron: '@every 1m' })
  })

  it('disables and enables with the flag, and leaves clients of its own alone', async () => {
    await me.post('/panel/api/clients/bulkDisable', { emails: [mail('p9')] })
    slapd.modify(flagLdif('p9', 'guest') + flagLdif('p0', 'guest'))
    await sync()
    expect(await on()).toEqual(people.slice(1, 9).map(mail))
    slapd.modify(flagLdif('p0', '1') + flagLdif('p9', 'staff'))
    await sync()
    expect(await on()).toEqual(people.map(mail))
  })

  it('holds a plan that disables 30 %, shows it, and carries it out when it is confirmed', async () => {
    slapd.modify(['p0', 'p1', 'p2'].map((uid) => flagLdif(uid, 'guest')).join(''))
    await sync()
    expect(await on()).toEqual(people.map(mail))
    const held = await plan()
    expect(held).toMatchObject({ held: true, disable: ['p0', 'p1', 'p2'].map(mail), enable: [], create: [] })
    expect(held.reason).toContain('3 of 10')
    slapd.modify(flagLdif('p2', 'staff'))
    expect(await me.post('/panel/api/ldap/plan/confirm', { digest: held.digest })).toMatchObject({
      success: false,
      code: 'directory.plan-changed',
    })
    expect(await on()).toEqual(people.map(mail))
    slapd.modify(flagLdif('p2', 'guest'))
    await sync()
    expect(await me.post('/panel/api/ldap/plan/confirm', {})).toMatchObject({ success: true })
    expect(await on()).toEqual(people.slice(3).map(mail))
    expect(await plan()).toMatchObject({ held: false, disable: [] })
    expect(await me.post('/panel/api/ldap/plan/confirm')).toMatchObject({ code: 'directory.nothing-held' })
    slapd.modify(['p0', 'p1', 'p2'].map((uid) => flagLdif(uid, 'staff')).join(''))
    await sync()
    await me.post('/panel/api/ldap/plan/confirm')
    expect(await on()).toEqual(people.map(mail))
  })

  it('deletes only where asked, and whoever comes back is created again', async () => {
    slapd.modify(goneLdif('p9'))
    await sync()
    expect((await clients()).size).toBe(10)
    await save({ ldapAutoDelete: true })
    await sync()
    expect((await clients()).has(mail('p9'))).toBe(false)
    slapd.modify(personLdif({ uid: 'p9', type: 'staff', password: 'pw of p9' }))
    await sync()
    expect(await on()).toEqual(people.map(mail))
  })

  it.each([
    ['finds nobody', { ldapUserFilter: '(uid=nobody)' }, 'directory.empty'],
    ['refuses the password', { ldapPassword: 'wrong' }, 'directory.bind-refused'],
    ['has no such base', { ldapBaseDN: 'dc=other' }, 'directory.search-failed'],
    ['gets a filter that is none', { ldapUserFilter: '(((' }, 'directory.search-failed'],
    ['is away', { ldapPort: 1 }, 'directory.unreachable'],
    [
      'is asked for an inbound that is not there',
      { ldapInboundTags: 'no-such-tag' },
      'directory.tags-unknown',
    ],
  ])('that %s changes nobody', async (_, wrong, code) => {
    await save({ ...wrong, ldapAutoDelete: true })
    await expect(sync()).rejects.toMatchObject({ code })
    expect(await on()).toEqual(people.map(mail))
    expect((await plan()).lastErrorCoded).toMatchObject({ code })
    await save(connection())
    await sync()
    expect((await plan()).lastError).toBe('')
  })

  it('that has shrunk is held, whatever it would change', async () => {
    await save({ ldapUserFilter: '(|(uid=p1)(uid=p2)(uid=p3)(uid=p4)(uid=p5)(uid=p6)(uid=p7))' })
    await sync()
    expect(await plan()).toMatchObject({ held: true, people: 7, disable: [], delete: [] })
    expect((await plan()).reason).toContain('7 people; before, there were 10')
    await save(connection())
    await sync()
    expect(await plan()).toMatchObject({ held: false })
  })

  it('that falls silent changes nobody', async () => {
    const sockets = new Set<Socket>()
    const silent: Server = createServer((socket) => void sockets.add(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    await save({ ldapPort: port })
    const tried = sync()
    await expect.poll(() => sockets.size).toBe(1)
    for (const socket of sockets) socket.destroy()
    await expect(tried).rejects.toThrow()
    expect(await on()).toEqual(people.map(mail))
    silent.close()
    await save(connection())
    await sync()
  })

  it('is verified over LDAPS and StartTLS, with a CA of its own', async () => {
    const test = (values: object) => me.post<{ people: number }>('/panel/api/ldap/test', values)
    const ldapPassword = admin.password
    const tls = { ldapHost: 'localhost', ldapPort: slapd.tlsPort, ldapUseTLS: true, ldapPassword }
    const start = { ldapHost: 'localhost', ldapStartTls: true, ldapPassword }
    // The stored password goes to the stored server only.
    for (const elsewhere of [{ ldapHost: 'localhost' }, { ldapPort: 1 }, { ldapInsecureSkipVerify: true }])
      for (const call of ['test', 'dryRun'])
        expect(await me.post(`/panel/api/ldap/${call}`, elsewhere)).toMatchObject({
          ...{ success: false, code: 'secret.other-server', field: 'ldapPassword' },
        })
    for (const way of [tls, start]) {
      expect(await test(way)).toMatchObject({ success: false, code: 'directory.certificate' })
      expect(await test({ ...way, ldapCaFile: caFile })).toMatchObject({ success: true, obj: { people: 10 } })
      expect(await test({ ...way, ldapInsecureSkipVerify: true })).toMatchObject({ success: true })
    }
    expect(await test({ ...tls, ldapCaFile: '/no/such/file' })).toMatchObject({
      code: 'directory.ca-unreadable',
    })
    expect(await test({ ldapPassword: '' })).toMatchObject({
      success: true,
      obj: { people: 10, enabled: 10 },
    })
  })

  it('can be limited to a group, with groups inside it', async () => {
    const group = (name: string, members: string[]) =>
      `dn: cn=${name},${base}\nobjectClass: groupOfNames\ncn: ${name}\n${members.map((m) => `member: ${m}\n`).join('')}\n`
    slapd.modify(group('inner', [`uid=p2,${base}`]) + group('outer', [`uid=p1, ${base}`, `cn=inner,${base}`]))
    const found = async (nested: boolean) =>
      (
        await me.post<{ sample: string[] }>('/panel/api/ldap/test', {
          ldapGroupDN: `cn=outer,${base}`,
          ldapNestedGroups: nested,
        })
      ).obj.sample
    expect(await found(false)).toEqual([mail('p1')])
    expect(await found(true)).toEqual([mail('p1'), mail('p2')])
  })
})
