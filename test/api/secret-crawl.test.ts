import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicRows, secretPart } from '#contract/settings/rows.ts'
import { type SettingKey, secretKeys } from '#contract/settings.ts'
import { isSecretField } from '#domain/secrets/redact.ts'
import { createLog } from '#server/platform/log.ts'
import { openLogFile, panelLogFile } from '#server/platform/log-file.ts'
import { migrations } from '#server/store/migrate.ts'
import { manifestOfBackup } from '#test/backup-manifest.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { addInbound, inboundBody } from '#test/inbounds.ts'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

/**
 * The owner's own data: what these routes are for is to show inbounds, clients and outbounds whole, to the web app's forms
 * and to API clients of 3x-ui (docs/security.md). Everything else shows no secret.
 */
const owners = [
  /^\/panel\/api\/inbounds\/(list|get|allLinks)/,
  /^\/panel\/api\/clients\//,
  /^\/panel\/api\/server\/(getDb|getMigration|getConfigJson)/,
  /^\/panel\/(api\/)?xray\/(outbound-subs)?$/,
  /^\/panel\/api\/notices\/webhooks$/, // the address; the key that signs is not shown
]

const planted = new Map<string, string>()
let n = 0
function plant(name: string, made = (mark: string) => mark): string {
  const mark = `planted${String(++n).padStart(4, '0')}x`
  planted.set(name, mark)
  return made(mark)
}
/** A key that must look like one: what is looked for is the whole of it. */
function plantAs(name: string, value: string): string {
  planted.set(name, value)
  return value
}
const found = (text: string): string[] =>
  [...planted].filter(([, value]) => text.includes(value)).map(([name]) => name)

let t: TestPanel
let me: Visitor
const screen: string[] = []
let log: ReturnType<typeof createLog>

beforeAll(async () => {
  let file: ReturnType<typeof openLogFile> | undefined
  log = createLog('debug', {
    env: {},
    screen: { write: (text) => void screen.push(text) },
    file: { write: (line) => file?.write(line) },
  })
  t = await testPanel({}, { log, egress: createNodeNet({}).egress })
  file = openLogFile(panelLogFile(t.config.logFolder), t.config.logs)
  me = await t.login()
  planted.set('administrator', admin.password)
})
afterAll(() => t.stop())

const urlWith = (name: string, scheme = 'https') =>
  plant(`password in ${name}`, (mark) => `${scheme}://user:${mark}@proxy.example:8443/in`)

async function plantSettings(): Promise<void> {
  const values: Record<string, string> = {}
  for (const key of Object.keys(publicRows) as SettingKey[]) {
    const part = secretPart(key)
    if (key === 'twoFactorToken') continue // its own test: it locks the panel
    if (part === 'whole') values[key] = plant(key)
    if (part === 'in url') values[key] = urlWith(key, key === 'tgBotProxy' ? 'socks5' : 'https')
  }
  expect(Object.keys(values)).toEqual(expect.arrayContaining(['tgBotProxy', 'externalTrafficInformURI']))
  log.warn({ settings: values }, 'a failure quotes its input')
  expect(await me.post('/panel/setting/update', values)).toMatchObject({ success: true })
  const more = {
    externalTrafficInformURI: plant('key in a query', (m) => `https://x.example/in?access_token=${m}&a=1`),
  }
  expect(await me.post('/panel/setting/update', more)).toMatchObject({ success: true })
  for (const key of secretKeys.filter((one) => one !== 'apiToken' && one !== 'twoFactorToken'))
    await me.post('/panel/setting/secret', { key, value: plant(`secret ${key}`) })
}

/** Every place in an inbound where a key or a password can be. */
function inboundsWithSecrets(): object[] {
  const { key, cert } = selfSigned(['a.example'], [])
  const lines = key.trim().split('\n')
  plantAs('inline TLS key', lines[1] ?? '')
  const tls = {
    serverName: 'a.example',
    echServerKeys: plant('ECH keys'),
    certificates: [{ certificate: cert.trim().split('\n'), key: lines }],
  }
  const reality = {
    target: 'example.com:443',
    serverNames: ['example.com'],
    shortIds: ['ab'],
    privateKey: plantAs('Reality key', 'cGxhbnRlZHBsYW50ZWRwbGFudGVkcGxhbnRlZDEyMzQ'),
    mldsa65Seed: plantAs('ML-DSA seed', 'c2VlZHNlZWRzZWVkc2VlZHNlZWRzZWVkc2VlZDEyMzQ'),
  }
  const accounts = (kind: string) => [{ user: 'ann', pass: plant(`${kind} account`) }]
  const shadowKey = Buffer.from(plant('Shadowsocks key').padEnd(32, 'k').slice(0, 32)).toString('base64')
  const wireKey = Buffer.from('x'.padStart(32, 'w')).toString('base64')
  return [
    { streamSettings: { network: 'tcp', security: 'tls', tlsSettings: tls } },
    { streamSettings: { network: 'tcp', security: 'reality', realitySettings: reality } },
    { protocol: 'mixed', settings: { auth: 'password', accounts: accounts('mixed'), udp: false } },
    { protocol: 'http', settings: { accounts: accounts('http') } },
    {
      protocol: 'shadowsocks',
      settings: {
        method: '2022-blake3-aes-256-gcm',
        password: plantAs('Shadowsocks password', shadowKey),
        network: 'tcp',
      },
    },
    {
      protocol: 'wireguard',
      settings: { secretKey: plantAs('WireGuard key', wireKey), mtu: 1420, peers: [] },
    },
    {
      protocol: 'vless',
      settings: { decryption: plant('VLESS decryption', (m) => `mlkem768x25519plus.native.600s.${m}`) },
    },
    {
      protocol: 'vless',
      streamSettings: { network: 'kcp', kcpSettings: { seed: plant('mKCP seed') } },
    },
  ]
}

async function plantInbounds(): Promise<void> {
  const ids: number[] = []
  for (const more of inboundsWithSecrets()) {
    const { id } = await addInbound(me, more)
    ids.push(id)
    log.warn({ err: new Error('refused'), inbound: more }, 'a failure quotes its input')
    const { obj } = await me.get<object>(`/panel/api/inbounds/get/${id}`)
    expect(await me.post(`/panel/api/inbounds/update/${id}`, { ...obj, remark: `r${id}` })).toMatchObject({
      success: true,
    })
    const reviewed = await me.call('POST', `/panel/api/inbounds/review/${id}`, {
      payload: { ...obj, ...inboundBody(more) },
    })
    expect(found(reviewed.body)).toEqual([])
  }
  const client = {
    email: 'ann',
    id: plantAs('client UUID', '8f1c2d3e-4b5a-4c6d-8e7f-001122334455'),
    password: plant('client password'),
    auth: plant('client auth'),
    subId: plant('client subId'),
  }
  expect(await me.post('/panel/api/clients/add', { client, inboundIds: [ids[1]] })).toMatchObject({
    success: true,
  })
  await me.post('/panel/api/clients/update/ann', { ...client, password: plant('second password') })
  await me.post('/panel/api/clients/ann/externalLinks', {
    links: [plant('external link', (m) => `trojan://${m}@x.example:443#a`)],
  })
  await me.post(`/panel/api/inbounds/del/${ids[0]}`)
}

async function plantElsewhere(): Promise<void> {
  const node = {
    name: 'far',
    address: 'far.example',
    port: 2053,
    apiToken: plant('node token').padEnd(48, 'n'),
  }
  expect(await me.post('/panel/api/nodes/add', node)).toMatchObject({ success: true })
  await me.post('/panel/api/notices/webhooks/add', {
    name: 'hook',
    url: plant('path of a webhook', (m) => `https://hooks.example/services/${m}`),
    secret: plant('webhook secret').padEnd(24, 's'),
  })
  await me.post('/panel/xray/outbound-subs', {
    remark: 'list',
    url: plant('list of servers', (m) => `https://list.example/sub?token=${m}`),
  })
  const { obj } = await me.post<{ xraySetting: string }>('/panel/xray/')
  const setting =
    typeof obj === 'string' ? (JSON.parse(obj) as { xraySetting: unknown }).xraySetting : obj.xraySetting
  const template = (typeof setting === 'string' ? JSON.parse(setting) : setting) as { outbounds: object[] }
  template.outbounds.push({
    tag: 'far',
    protocol: 'socks',
    settings: {
      servers: [
        { address: '203.0.113.7', port: 1, users: [{ user: 'u', pass: plant('outbound password') }] },
      ],
    },
  })
  expect(await me.post('/panel/xray/update', { xraySetting: JSON.stringify(template) })).toMatchObject({
    success: true,
  })
  await me.post('/panel/api/setting/apiTokens/create', { name: 'mine' }).then(({ obj: made }) => {
    planted.set('API token', (made as { token: string }).token)
  })
  for (const password of ['wrong-planted-password'])
    await t.inject({
      method: 'POST',
      url: '/login',
      payload: { username: 'root', password: plantAs('wrong', password) },
    })
}

it('no answer, log, audit row or export shows a secret that was entered anywhere', async () => {
  await plantSettings()
  await plantInbounds()
  await plantElsewhere()
  expect(planted.size).toBeGreaterThan(40)

  const shown: Record<string, string[]> = {}
  const look = (where: string, text: string) => {
    const secrets = found(text)
    if (secrets.length > 0) shown[where] = secrets
  }
  const seen = new Set<string>()
  for (const { method, path, guard } of t.panel.listeners().http.table) {
    if (guard === 'open' || guard === 'socket' || (method !== 'GET' && !isRead(path))) continue
    if (owners.some((pattern) => pattern.test(path))) continue
    const url = path.replace(':email', 'ann').replace(/:\w+/g, '1').replace('*', 'x')
    const { body, statusCode } = await me.call(method as 'GET', url)
    if (statusCode === 200) seen.add(path)
    look(`${method} ${path}`, body)
  }
  expect(seen.size).toBeGreaterThan(60)
  look('audit', (await me.call('GET', '/panel/api/audit?pageSize=1000')).body)
  look('audit as CSV', (await me.call('GET', '/panel/api/audit/export')).body)
  look('review of settings', (await me.call('POST', '/panel/setting/review', { payload: reviewed })).body)
  for (const name of readdirSync(t.config.logFolder))
    look(`log ${name}`, readFileSync(join(t.config.logFolder, name), 'utf8'))
  look('screen', screen.join(''))
  const rows = await t.panel.db.read.selectFrom('audit').selectAll().execute()
  expect(rows.length).toBeGreaterThan(15)
  look('table audit', JSON.stringify(rows))
  look('table alerts', JSON.stringify(await t.panel.db.read.selectFrom('alerts').selectAll().execute()))
  await me.post('/panel/setting/update', { backupS3Endpoint: '' }) // the planted one is not complete
  const passphrase = plant('passphrase of one backup')
  expect(await me.post('/panel/api/backups/create', { passphrase })).toMatchObject({ success: true })
  const manifest = await manifestOfBackup(t.config.dataFolder, passphrase)
  expect(manifest).toContain('sha256')
  look('manifest of a backup', manifest)
  expect(shown).toEqual({})
})

const isRead = (path: string) =>
  /\/setting\/(all|defaultSettings)$|\/logs\/|\/onlines$|\/lastOnline$/.test(path)
const reviewed = { tgBotProxy: 'socks5://other:x@proxy.example:1', smtpPassword: 'changed' }

/** Names that sound like a secret and are none: public halves, presence flags, names of things. */
const harmless =
  /^(has[A-Z]|clear[A-Z])|^(publicKey|keyFile|webKeyFile|subKeyFile|defaultKey|authority|key|keys|ownKeys|keysEnd|auths|deviceKeys|setDeviceKeys|tokenName|backupS3AccessKey|passed)$/

it('every field of the API that sounds like a secret is marked as one, or is known to be none', async () => {
  const { body } = await me.call('GET', '/panel/api/openapi.json')
  const names = new Set<string>()
  JSON.parse(body, (key, value: unknown) => {
    if (key === 'properties' && typeof value === 'object' && value !== null)
      for (const name of Object.keys(value)) names.add(name)
    return value
  })
  expect(names.size).toBeGreaterThan(300)
  const like = /pass|secret|token|key|seed|psk|auth/i
  const open = [...names].filter((name) => like.test(name) && !isSecretField(name) && !harmless.test(name))
  expect(open.filter((name) => secretPart(name) === undefined).sort()).toEqual([])
})

it('rows of earlier versions are cleaned', async () => {
  const old = { key: ['-----BEGIN', 'MIIEold'], accounts: [{ user: 'a', pass: 'oldpass' }], remark: 'kept' }
  const cut = { shortened: '{"tlsSettings":{"certificates":[{"key":["MIIEcut' }
  await t.panel.db.write(async (tx) => {
    for (const value of [old, cut])
      await tx
        .insertInto('audit')
        .values({
          at: 1,
          actor_kind: 'user',
          actor: 'old',
          action: 'inbound.update',
          after: JSON.stringify(value),
        })
        .execute()
    await migrations.find(({ name }) => name === '044-audit-without-secrets')?.fill?.(tx, t.panel.db.engine)
  })
  const rows = await t.panel.db.read.selectFrom('audit').select('after').where('actor', '=', 'old').execute()
  expect(rows.map(({ after }) => JSON.parse(after ?? ''))).toEqual([
    { key: '***', accounts: [{ user: 'a', pass: '***' }], remark: 'kept' },
    { shortened: '***' },
  ])
})
