import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AllSettingView } from '#contract/settings.ts'
import { settingApi } from '#contract/settings-api.ts'
import { selfSigned } from '#server/platform/http/certificate.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

type View = AllSettingView & Record<string, unknown>
const all = async () => (await me.get<View>('/panel/setting/all')).obj
const update = (body: object) => me.post('/panel/setting/update', body)
const auditRows = async () => (await t.panel.db.read.selectFrom('audit').select('id').execute()).length
const stored = () => t.panel.db.read.selectFrom('settings').selectAll().orderBy('id').execute()

describe('reading settings', () => {
  it('are the same under both prefixes and methods, and match the schema', async () => {
    const answers = []
    for (const prefix of ['/panel/setting', '/panel/api/setting']) {
      answers.push(await me.get(`${prefix}/all`), await me.post(`${prefix}/all`))
      const first = await me.get(`${prefix}/defaultSettings`)
      expect(settingApi.defaultSettings.reply.strict().safeParse(first.obj).success).toBe(true)
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(settingApi.all.reply.strict().safeParse(answers[0]?.obj).success).toBe(true)
  })

  it('hides every secret and tells which are set', async () => {
    for (const [key, value] of [
      ['tgBotToken', '123:very-secret'],
      ['ldapPassword', 'very-secret'],
      ['warp', '{"k":"very-secret"}'],
      ['nordSecret', '{"k":"very-secret"}'],
    ]) {
      expect((await me.post('/panel/setting/secret', { key, value })).success, key).toBe(true)
    }
    const view = await all()
    expect(view).toMatchObject({
      tgBotToken: '',
      ldapPassword: '',
      twoFactorToken: '',
      hasTgBotToken: true,
      hasLdapPassword: true,
      hasWarpSecret: true,
      hasNordSecret: true,
      hasTwoFactorToken: false,
    })
    for (const key of ['secret', 'panelGuid', 'warp', 'nord', 'xrayTemplateConfig', 'apiToken'])
      expect(view).not.toHaveProperty(key)
    expect(JSON.stringify(view)).not.toContain('very-secret')
    expect(JSON.stringify(await t.panel.db.read.selectFrom('audit').selectAll().execute())).not.toContain(
      'very-secret',
    )
    const { secret } = t.panel.settings.current()
    expect(secret).toHaveLength(32)
    for (const url of [
      '/panel/setting/all',
      '/panel/setting/factoryDefaults',
      '/panel/setting/defaultSettings',
    ]) {
      expect(JSON.stringify(await me.get(url))).not.toContain(secret)
    }
  })
})

describe('saving settings', () => {
  it('changes and writes nothing when the whole view is sent back', async () => {
    const [before, rows, audit] = [await all(), await stored(), await auditRows()]
    expect(await update(before)).toEqual({
      success: true,
      msg: 'The parameters have been changed.',
      obj: null,
    })
    const asForm = await me.call('POST', '/panel/setting/update', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(Object.entries(before).map(([k, v]) => [k, String(v)])).toString(),
    })
    expect(asForm.json().success).toBe(true)
    expect([await all(), await stored(), await auditRows()]).toEqual([before, rows, audit])
    expect(t.panel.settings.current()).toMatchObject({
      tgBotToken: '123:very-secret',
      ldapPassword: 'very-secret',
    })
  })

  it('accepts a form with strings for numbers and switches', async () => {
    const res = await me.call('POST', '/panel/api/setting/update', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'pageSize=50&tgBotEnable=true&subTitle=a%20b&tgCpu=',
    })
    expect(res.json().success).toBe(true)
    expect(await all()).toMatchObject({ pageSize: 50, tgBotEnable: true, subTitle: 'a b', tgCpu: 80 })
    await update({ pageSize: 25, tgBotEnable: false, subTitle: '' })
  })

  it('names the key of a bad value and saves nothing of that call', async () => {
    const bad: [string, unknown][] = [
      ['webPort', 0],
      ['webPort', 65536],
      ['webPort', 'abc'],
      ['webPort', 2053.5],
      ['webListen', 'localhost; rm'],
      ['webListen', '999.1.1.1'],
      ['webDomain', 'a b'],
      ['webDomain', 'host:80'],
      ['webBasePath', '/a b/'],
      ['webBasePath', '/../x/'],
      ['sessionMaxAge', 0],
      ['trustedProxyCIDRs', '10.0.0.0/33'],
      ['trustedProxyCIDRs', 'nonsense'],
      ['tgBotAPIServer', 'ftp://x'],
      ['tgBotAPIServer', 'https://'],
      ['externalTrafficInformURI', 'javascript:alert(1)'],
      ['subURI', 'nope'],
      ['timeLocation', 'Mars/Olympus'],
      ['datepicker', 'mayan'],
      ['tgCpu', 101],
      ['pageSize', -1],
      ['tgRunTime', 'whenever'],
      ['subJsonRules', '{'],
      ['subTitle', 'line\nbreak'],
      ['subTitle', ['array']],
      ['tgBotEnable', 'perhaps'],
      ['tgBotEnable', {}],
      ['webCertFile', '/nope/cert.pem'],
      ['subPath', '/json/'],
      ['subPort', 2053],
      ['subClashUserAgentRegex', '('],
      ['smtpEncryptionType', 'rot13'],
      ['pageSize', Number.MAX_SAFE_INTEGER],
      ['tgBotChatId', 'me'],
    ]
    const [before, rows, audit] = [await all(), await stored(), await auditRows()]
    for (const [key, value] of bad) {
      const answer = await update({ pageSize: 77, [key]: value })
      expect(answer, `${key} ${value}`).toMatchObject({ success: false, obj: null })
      expect(answer.msg, `${key} ${value}`).toMatch(key === 'webCertFile' ? /webKeyFile|certificate/ : key)
    }
    expect([await all(), await stored(), await auditRows()]).toEqual([before, rows, audit])
  })

  it('drops unknown keys, and keys that only look like settings', async () => {
    const [before, rows] = [await all(), await stored()]
    const body =
      '{"nope":1,"secret":"mine","panelGuid":"mine","warp":"{}","hasTgBotToken":false,"__proto__":{"pageSize":3},"constructor":{"prototype":{"pageSize":3}}}'
    const res = await me.call('POST', '/panel/setting/update', {
      headers: { 'content-type': 'application/json' },
      payload: body,
    })
    expect(res.json().success).toBe(true)
    expect([await all(), await stored()]).toEqual([before, rows])
    expect(({} as Record<string, unknown>).pageSize).toBeUndefined()
  })

  it('sets, clears and refuses single secrets', async () => {
    const secret = (body: object) => me.post('/panel/api/setting/secret', body)
    expect((await secret({ key: 'smtpPassword', value: 'pw' })).success).toBe(true)
    expect((await all()).hasSmtpPassword).toBe(true)
    expect((await secret({ key: 'smtpPassword', value: '' })).success).toBe(true)
    expect((await all()).hasSmtpPassword).toBe(false)
    for (const key of ['secret', 'apiToken', 'webPort', '__proto__', 7, undefined])
      expect((await secret({ key, value: 'x' })).success, String(key)).toBe(false)
    expect((await secret({ key: 'smtpPassword', value: 5 })).msg).toContain('value')
  })

  it('loses neither of two parallel changes', async () => {
    await Promise.all([
      update({ subTitle: 'left' }),
      update({ pageSize: 33 }),
      update({ tgCpu: 44 }),
      all(),
      all(),
    ])
    expect(await all()).toMatchObject({ subTitle: 'left', pageSize: 33, tgCpu: 44 })
    expect(t.panel.settings.current()).toMatchObject({ subTitle: 'left', pageSize: 33, tgCpu: 44 })
    await update({ subTitle: '', pageSize: 25, tgCpu: 80 })
  })

  it('checks a certificate pair before saving it, and names the wrong setting', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-cert-'))
    try {
      const pair = { cert: join(folder, 'self-signed.crt'), key: join(folder, 'self-signed.key') }
      await selfSigned(folder, ['localhost'], Date.now())
      const strange = mkdtempSync(join(folder, 'other-'))
      await selfSigned(strange, ['localhost'], Date.now())
      writeFileSync(join(folder, 'junk'), 'not PEM')
      const broken = [
        [pair.cert, join(folder, 'junk')],
        [join(folder, 'junk'), pair.key],
        [pair.cert, join(strange, 'self-signed.key')],
        [pair.cert, '/nope'],
        [folder, folder],
        ['/dev/zero', '/dev/zero'],
        [pair.cert, ''],
      ]
      for (const [kind, certKey, keyKey] of [
        ['web', 'webCertFile', 'webKeyFile'],
        ['sub', 'subCertFile', 'subKeyFile'],
      ] as const) {
        for (const [cert, key] of broken) {
          const answer = await update({ [certKey]: cert, [keyKey]: key })
          expect(answer, `${kind} ${cert} ${key}`).toMatchObject({
            success: false,
            field: expect.stringMatching(`^${kind}`),
          })
        }
        expect((await update({ [certKey]: pair.cert, [keyKey]: pair.key })).success, kind).toBe(true)
        await update({ [certKey]: '', [keyKey]: '' })
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
