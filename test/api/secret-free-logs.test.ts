import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openLogFile, panelLogFile } from '#server/platform/log-file.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

/** Each is unique text, so that one search finds it wherever it was written. */
const secrets: Record<string, string> = {
  'password of the administrator': admin.password,
  'wrong password': 'wrong-horse-battery-0001',
  'bot token': '123456789:AAEsecretsecretsecretsecretsecret01234',
  'LDAP password': 'ldap-secret-0002',
  'mail password': 'mail-secret-0003',
  'backup passphrase': 'backup-secret-0004',
  'S3 secret': 's3-secret-0005',
  'node token': `nodesecret${'n'.repeat(38)}`,
  'client UUID': '8f1c2d3e-4b5a-4c6d-8e7f-001122334455',
  'other client UUID': '9a1c2d3e-4b5a-4c6d-8e7f-001122334466',
  'client password': 'client-secret-0006',
  'new password': 'new-secret-0008',
  'webhook secret': 'hook-secret-0007-0007-0007-0007',
}
let t: TestPanel
let me: Visitor
const screen: string[] = []

beforeAll(async () => {
  let file: ReturnType<typeof openLogFile> | undefined
  const log = createLog('debug', {
    env: {},
    screen: { write: (text) => void screen.push(text) },
    file: { write: (line) => file?.write(line) },
  })
  t = await testPanel({}, { log })
  file = openLogFile(panelLogFile(t.config.logFolder), t.config.logs)
  me = await t.login()
})
afterAll(() => t.stop())

async function drive(): Promise<void> {
  const s = (name: string) => secrets[name] ?? ''
  for (let i = 0; i < 6; i++)
    await t.inject({
      method: 'POST',
      url: '/login',
      payload: { username: admin.username, password: s('wrong password') },
    })
  const token = await me.post<{ token: string }>('/panel/api/setting/apiTokens/create', { name: 'secret' })
  secrets['API token'] = token.obj.token
  secrets['session cookie'] = me.cookie.split('=')[1] ?? ''
  secrets['CSRF token'] = me.csrf
  await t.inject({
    method: 'GET',
    url: '/panel/api/clients/list',
    headers: { authorization: `Bearer ${token.obj.token}` },
  })
  const { key, cert } = selfSigned(['a.example'], [])
  secrets['certificate key'] = key.split('\n')[1] ?? ''
  const { id } = await addInbound(me, {
    streamSettings: {
      network: 'tcp',
      security: 'tls',
      tlsSettings: { certificates: [{ certificate: cert.split('\n'), key: key.split('\n') }] },
    },
  })
  await addClient(me, { email: 'ann', id: s('client UUID'), password: s('client password') }, [id])
  const settings = (await me.post<object>('/panel/setting/all')).obj
  await me.post('/panel/setting/update', {
    ...settings,
    ...{ tgBotEnable: true, tgBotToken: s('bot token'), ldapPassword: s('LDAP password') },
    ...{ smtpPassword: s('mail password'), backupPassphrase: s('backup passphrase') },
    ...{ backupS3SecretKey: s('S3 secret') },
  })
  await me.post('/panel/setting/secret', { key: 'tgBotToken', value: s('bot token') })
  await me.post('/panel/setting/secret', { key: 'ldapPassword', value: s('LDAP password') })
  const node = { name: 'far', address: '203.0.113.9', port: 2053, apiToken: s('node token'), enable: true }
  await me.post('/panel/api/nodes/test', node)
  await me.post('/panel/api/nodes/add', node)
  await me.post('/panel/api/notices/webhooks/add', {
    name: 'hook',
    url: 'https://hook.example/x',
    secret: s('webhook secret'),
  })
  await me.post('/panel/api/ldap/test', { ldapHost: '127.0.0.1', ldapPassword: s('LDAP password') })
}

/** Calls that fail where nobody expected it, so that their whole error is logged. */
async function driveFailures(): Promise<void> {
  const { db } = t.panel
  await db.write((tx) => sql`alter table client_traffics rename to hidden_traffics`.execute(tx))
  const client = { email: 'bob', id: secrets['other client UUID'], password: secrets['client password'] }
  expect((await me.post('/panel/api/clients/add', { client, inboundIds: [1] })).success).toBe(false)
  await db.write((tx) => sql`alter table hidden_traffics rename to client_traffics`.execute(tx))
  await db.write((tx) => sql`alter table users rename to hidden_users`.execute(tx))
  const changed = {
    ...{ oldUsername: admin.username, oldPassword: admin.password },
    ...{ newUsername: admin.username, newPassword: secrets['new password'] },
  }
  expect((await me.call('POST', '/panel/setting/updateUser', { payload: changed })).body).not.toContain(
    'true',
  )
  await db.write((tx) => sql`alter table hidden_users rename to users`.execute(tx))
}

it('no log holds a secret, whatever was done or failed', async () => {
  await drive()
  await driveFailures()
  const files = readdirSync(t.config.logFolder).map((name) => join(t.config.logFolder, name))
  const shown = await me.post<string[]>('/panel/api/server/logs/10000', { level: 'debug' })
  const download = await me.call('GET', '/panel/api/server/logs/download')
  expect(download.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename="sluice.log"',
    'cache-control': 'no-store',
  })
  const texts = [...files.map((file) => readFileSync(file, 'utf8')), screen.join(''), shown.obj.join('\n')]
  for (const text of [...texts, download.body]) {
    const found = Object.entries(secrets).filter(([, secret]) => secret !== '' && text.includes(secret))
    expect(found.map(([name]) => name)).toEqual([])
    expect(text).toMatch(/no such table|does not exist/) // the failures are there
  }
  expect(download.body).toMatch(/^\d{4}(.\d\d){5} (DEBUG|INFO|WARNING|ERROR) - /)
  for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('how much is kept is set by the environment, and a wrong value is refused', () => {
  const read = (env: Record<string, string>) => readConfig(env, {}).logs
  expect(read({})).toEqual({ mostBytes: 10_485_760, keep: 5, days: 7 })
  expect(read({ SLUICE_LOG_MAX_MB: '1', XUI_LOG_FILES: '2', SLUICE_LOG_DAYS: '3' })).toEqual({
    mostBytes: 1_048_576,
    keep: 2,
    days: 3,
  })
  expect(() => read({ SLUICE_LOG_FILES: 'many' })).toThrow('SLUICE_LOG_FILES is "many"')
  expect(readConfig({ XUI_LOG_LEVEL: 'warning' }, {}).logLevel).toBe('warn')
  expect(readConfig({ XUI_LOG_LEVEL: 'error', SLUICE_LOG_LEVEL: 'notice' }, {}).logLevel).toBe('info')
})
