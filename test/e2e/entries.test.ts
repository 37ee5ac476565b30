import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ClientFields } from '#contract/client.ts'
import type { Entries, EntryStage } from '#contract/entries-api.ts'
import { checkSource, checkUserName, isCheckUser } from '#domain/core-config/check-user.ts'
import { validPeriods } from '#domain/entries/remote-keys.ts'
import { coreBinary } from '#test/core-binary.ts'
import { inbounds } from '#test/inbounds.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { fetchThrough, openStream } from './core/dial.ts'
import { listen, startBot } from './entries-listeners.ts'
import {
  dialledAt,
  type EntriesStage,
  exitAddress,
  lookEverywhere,
  type Name,
  names,
  pinned,
  stageEntries,
  told,
  withHints,
} from './entries-stage.ts'

const entriesPath = '/panel/api/health/entries'

describe.skipIf(!coreBinary)('the entries of this server, checked as a client', () => {
  let stage: EntriesStage
  let clientCore: ClientCore | undefined
  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary ?? '')
    stage = await stageEntries()
  })
  afterAll(async () => {
    await clientCore?.stop()
    await stage?.close()
    vi.unstubAllEnvs()
  })
  /** With other keys for eyes elsewhere; blank: with none. */
  const watch = (remoteChecks: string) =>
    stage.t.panel.settings.set({ remoteChecks }, { kind: 'job', name: 'test', address: '' })
  const all = () => told(stage.me.get<Entries>(entriesPath))
  const checkNow = (name: Name) =>
    told(stage.me.post<Entries>(`${entriesPath}/check/${stage.inbound(name).id}`))

  it('a client connects through each: one good finding', async () => {
    await stage.t.panel.entries.checkAll()
    const { entries, offline } = await all()
    expect(offline).toBe('')
    expect(entries.map((one) => [one.inbound, one.state, one.cause, one.exitAddress, one.eye])).toEqual(
      names.map((name) => [name, 'good', '', exitAddress, '']),
    )
    for (const { days, latencyMs } of entries) {
      expect(latencyMs).toBeGreaterThan(0)
      expect(days).toMatchObject([{ good: 1, failed: 0 }])
    }
    expect(await stage.findings()).toMatchObject([
      { id: 'entries', state: 'ok', sentence: expect.stringContaining(`${names.length}`) },
    ])
  })

  it('rounds that have not begun are shared, one that runs is not joined', async () => {
    const { id } = stage.inbound('vless')
    const checks = async () => (await all()).entries.find(({ inboundId }) => inboundId === id)?.days[0]?.good
    const before = (await checks()) ?? 0
    const { checkNow: check, checkAll } = stage.t.panel.entries
    await Promise.all([check(id), check(id), check(id)])
    expect(await checks()).toBe(before + 1)
    await Promise.all([checkAll(), check(id), checkAll()])
    expect(await checks()).toBe(before + 3) // once alone, and once with all
  })

  it('its client shows nowhere', async () => {
    const [bot, browser] = [await startBot(stage), await listen(stage)]
    const { client } = await told(
      stage.me
        .post('/panel/api/clients/add', { client: { email: 'ann' }, inboundIds: [stage.inbound('vless').id] })
        .then(() => stage.me.get<{ client: ClientFields }>('/panel/api/clients/get/ann')),
    )
    const way = { inbound: stage.inbound('vless'), client, from: '127.0.0.2' }
    clientCore = await startClientCore(coreBinary ?? '', [way])
    await until('ann connects', () => fetchThrough(clientCore?.ports[0] ?? 0).then(Boolean, () => false))
    await stage.t.panel.entries.checkAll()
    const traffic = async () => (await stage.me.get<{ up: number }>('/panel/api/clients/traffic/ann')).obj.up
    await until('the counters are read', async () => (await traffic()) > 0)
    const log = join(stage.t.config.logFolder, 'access.log')
    await until('the access log has ann', () => existsSync(log) && readFileSync(log, 'utf8').includes('ann'))

    // And those of eyes elsewhere.
    await watch('ab12')
    const eyes = ['', ...validPeriods('ab12', Date.now())]
    const users = names.flatMap((name) =>
      eyes.map((eye) => checkSource(stage.inbound(name), stage.t.panel.core.desired.hidden(), eye)),
    )
    const secrets = users.flatMap((user) => [
      ...[user.email, user.uuid, user.password, user.auth, user.shadowsocksKey ?? ''],
    ])
    const shown: string[] = []
    let looked = 0
    const look = (where: string, text: string) => {
      looked += 1
      if (secrets.some((secret) => text.includes(secret))) shown.push(where)
    }
    await lookEverywhere(stage, 'ann', look)
    look('the bot', (await bot.texts()).replaceAll(checkUserName('x'), '')) // it may repeat what it was asked
    await bot.stop()
    await until('the browser has heard of traffic', () => browser.frames.some((one) => one.includes('"ann"')))
    browser.end()
    look('frames', browser.frames.join('\n'))
    expect(looked).toBeGreaterThan(120)
    expect(shown).toEqual([])
    expect(stage.t.panel.presence.online()).toEqual(['ann'])
    // They are there all the same.
    const { tag } = stage.inbound('vless')
    const there = eyes.map((eye) => checkUserName(tag, eye))
    expect(await stage.api().userEmails(tag)).toEqual(expect.arrayContaining(there))
    await watch('')
    expect((await stage.api().userEmails(tag)).filter(isCheckUser)).toEqual([checkUserName(tag)])
  })

  it('each advertised address is an entry, and a child of a fallback is dialled at its master', async () => {
    const { id, port } = stage.inbound('vmess')
    const hosts = { hosts: ['localhost', '127.0.0.1'], inboundIds: [id], port }
    await told(stage.me.post('/panel/api/hosts/add', hosts))
    const advertised = (await checkNow('vmess')).entries
    expect(advertised.map((one) => [one.address, one.position, one.state])).toEqual([
      ['localhost', 1, 'good'],
      ['127.0.0.1', 2, 'good'],
    ])
    const [group] = await told(stage.me.get<{ groupId: string }[]>('/panel/api/hosts/list'))
    await told(stage.me.post(`/panel/api/hosts/del/${group?.groupId}`))

    const master = stage.inbound('trojan')
    const child = await stage.add('child', { protocol: 'vless', network: 'ws', security: 'none' })
    await told(
      stage.me.post(`${inbounds}/${master.id}/fallbacks`, { fallbacks: [{ childId: child.id, path: '/' }] }),
    )
    const { entries } = await told(stage.me.post<Entries>(`${entriesPath}/check/${child.id}`))
    expect(entries).toMatchObject([{ inbound: 'child', port: master.port, state: 'good', cause: '' }])
    await told(stage.me.post(`${inbounds}/${master.id}/fallbacks`, { fallbacks: [] }))
    await told(stage.me.post(`${inbounds}/del/${child.id}`))
  })

  it('switched off and on, it leaves and returns without ending a connection', async () => {
    const running = stage.t.panel.core.pid()
    const open = await openStream(clientCore?.ports[0] ?? 0)
    await told(stage.me.post('/panel/setting/update', { entryCheckMinutes: 0 }))
    for (const name of names) await until(`it left ${name}`, async () => !(await stage.hiddenIn(name)))
    expect(await stage.findings()).toMatchObject([{ id: 'entries', state: 'note' }])
    await told(stage.me.post('/panel/setting/update', { entryCheckMinutes: 5 }))
    for (const name of names) await until(`it is back on ${name}`, () => stage.hiddenIn(name))
    for (const series of ['one', 'another', '']) {
      await watch(series)
      const { tag } = stage.inbound('vless')
      const there = (await stage.api().userEmails(tag)).filter((email) => email.includes(`.${series}/`))
      expect(there).toHaveLength(series === '' ? 0 : 2)
    }
    expect(await open.flows()).toBe(true)
    open.close()
    expect(stage.t.panel.core.pid()).toBe(running)
    expect((await checkNow('shadowsocks')).entries).toMatchObject([{ state: 'good' }])
  })

  it('a core that lost it or has another one gets it again from the next check', async () => {
    const [{ tag: lost }, { tag: wrong }] = [stage.inbound('vless'), stage.inbound('vmess')]
    await stage.api().removeUser(lost, checkUserName(lost))
    const home = { tag: wrong, protocol: 'vmess', method: '' } as const
    await stage.api().removeUser(wrong, checkUserName(wrong))
    await stage.api().addUser(home, { email: checkUserName(wrong), id: crypto.randomUUID() })
    expect((await checkNow('vmess')).entries).toMatchObject([{ state: 'failed', stage: 'login' }])
    await stage.t.panel.core.verify.run()
    for (const name of ['vless', 'vmess'] as const)
      expect((await checkNow(name)).entries, name).toMatchObject([{ state: 'good', fails: 0 }])
  })

  const breaks: Record<Name, { stage: EntryStage; says: RegExp; break: () => Promise<unknown> }> = {
    reality: {
      stage: 'reality',
      says: /cover site/,
      break: () => {
        const publicKey = 'V6k2m5Emy382rkU5QZ5VcfR9LQB78BkbUVC4DFgYhmA'
        return stage.change('reality', withHints(stage.stream('reality'), 'realitySettings', { publicKey }))
      },
    },
    trojan: {
      stage: 'tls',
      says: /peer cert/,
      break: () => stage.change('trojan', pinned(stage.stream('trojan'), '00'.repeat(32))),
    },
    shadowsocks: {
      stage: 'port',
      says: /refused/,
      break: () => stage.api().removeInbound(stage.inbound('shadowsocks').tag),
    },
    vless: {
      stage: 'login',
      says: /login was refused/,
      break: () =>
        stage.api().removeUser(stage.inbound('vless').tag, checkUserName(stage.inbound('vless').tag)),
    },
    vmess: {
      stage: 'transport',
      says: /websocket/,
      break: () => stage.change('vmess', dialledAt(stage.stream('vmess'), '127.0.0.1', stage.site.port)),
    },
    hysteria: {
      stage: 'name',
      says: /nowhere\.invalid does not resolve/,
      break: () => stage.change('hysteria', dialledAt(stage.stream('hysteria'), 'nowhere.invalid', 443)),
    },
  }

  it('after two rounds each failure is named, and nobody else is blamed while there is no way out', async () => {
    for (const name of names) await breaks[name].break()
    stage.way.isOpen = false
    await stage.t.panel.entries.checkAll()
    const offline = await all()
    expect(offline.offline).toContain('cannot fetch the test page')
    expect(offline.entries.filter(({ fails }) => fails > 0)).toEqual([])
    expect(await stage.findings()).toMatchObject([{ id: 'entries', state: 'note' }])

    stage.way.isOpen = true
    await stage.t.panel.entries.checkAll()
    expect(await stage.findings()).toEqual([])
    await stage.t.panel.entries.checkAll()
    const { entries } = await all()
    expect(Object.fromEntries(entries.map((one) => [one.inbound, one.stage]))).toEqual(
      Object.fromEntries(names.map((name) => [name, breaks[name].stage])),
    )
    const found = await stage.findings()
    expect(found.map(({ id, state }) => [id, state]).sort()).toEqual(
      [
        ['entries.advice', 'note'],
        ...names.map((name) => [`entries.inbound-${stage.inbound(name).id}-1`, 'bad']),
      ].sort(),
    )
    for (const name of names) {
      const finding = found.find(({ subject }) => subject.name === name)
      expect(finding?.sentence).toMatch(breaks[name].says)
    }
    // Those that were checked under the same address before say when it worked.
    const known = found.filter(({ sentence }) => /It last worked at \d{4}-\d\d-\d\d/.test(sentence))
    expect(known.map(({ subject }) => subject.name).sort()).toEqual([
      'reality',
      'shadowsocks',
      'trojan',
      'vless',
    ])
  })

  it('an inbound that is gone is no entry any more, and another user has none of them', async () => {
    await told(stage.me.post(`${inbounds}/del/${stage.inbound('hysteria').id}`))
    await stage.t.panel.entries.checkAll()
    const { entries } = await all()
    expect(entries.map((one) => one.inbound)).not.toContain('hysteria')
    const left = await stage.t.panel.db.read
      .selectFrom('entry_days')
      .select('entry')
      .where('inbound_id', '=', stage.inbound('hysteria').id)
      .execute()
    expect(left).toEqual([])
    const refused = { success: false, code: 'inbound.missing' }
    expect(await stage.me.post(`${entriesPath}/check/${stage.inbound('hysteria').id}`)).toMatchObject(refused)

    const { id } = stage.inbound('vmess')
    await stage.t.panel.db.write((tx) =>
      tx.updateTable('inbounds').set({ user_id: 999 }).where('id', '=', id).execute(),
    )
    expect(await stage.me.post(`${entriesPath}/check/${id}`)).toMatchObject(refused)
    const others = (await all()).entries.map((one) => one.inboundId)
    expect(others).not.toContain(id)
    expect(others).toContain(stage.inbound('vless').id)
  })
})
