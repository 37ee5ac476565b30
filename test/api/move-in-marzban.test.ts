import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marzbanCoreConfig, pasarguardCoreConfig } from '#test/fixtures/marzban/core-config.ts'
import { marzbanDatabase, oldSecret, pasarguardDatabase } from '#test/fixtures/marzban/databases.ts'
import { marzbanTools } from '#test/fixtures/marzban/tools.ts'
import { laterSeconds, type OldUser, oldUsers, tokenSeconds } from '#test/fixtures/marzban/users.ts'
import { marzbanJwt, marzbanToken, pasarguardHmac, pasarguardToken } from '#test/fixtures/old-tokens.ts'
import { allClients, allInbounds, clients, quiet } from '#test/inbounds.ts'
import { importer } from '#test/move-in.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// A panel of fifty users moves in; every subscription URL that it ever handed out goes on answering.

const users = oldUsers()
const folder = mkdtempSync(join(tmpdir(), 'sluice-marzban-'))
const port = 27_000 + 100 * Number(process.env.VITEST_POOL_ID ?? 0)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, make: (file: string) => DatabaseSync): Buffer {
  const file = join(folder, name)
  make(file).close()
  return readFileSync(file)
}

async function movedIn(database: Buffer, fields: Record<string, string>) {
  const t = await servedPanel()
  const me = await t.login()
  const { upload, apply } = importer(me)
  const plan = await upload(database, fields)
  expect(plan).toMatchObject({ success: true })
  expect(await apply(plan.obj.id, { takeSettings: false })).toMatchObject({ success: true })
  return { t, me, get: subscriberOf(t.subPort), upload, database }
}

/** What a link logs in with, as `protocol secret`. */
function secretIn(link: string): string {
  const [protocol = '', rest = ''] = link.split('://')
  if (protocol === 'vmess') return `vmess ${JSON.parse(Buffer.from(rest, 'base64').toString()).id}`
  const user = rest.slice(0, rest.lastIndexOf('@'))
  if (protocol !== 'ss') return `${protocol} ${decodeURIComponent(user)}`
  const isPlain = user.includes(':')
  return `ss ${isPlain ? user.split(':').map(decodeURIComponent).join(':') : Buffer.from(user, 'base64url')}`
}

const outOfService: readonly string[] = ['disabled', 'limited', 'expired']

async function secretsAt(get: Subscriber, url: string): Promise<string[]> {
  const { status, body } = await get(url)
  expect(status, url).toBe(200)
  return linksIn(body).map(secretIn).sort()
}

describe('Marzban', () => {
  let here: Awaited<ReturnType<typeof movedIn>>
  const coreConfig = marzbanCoreConfig(quiet, port)
  const env = 'XRAY_SUBSCRIPTION_PATH = "old-sub"\nXRAY_EXCLUDE_INBOUND_TAGS = "hidden"\n'
  beforeAll(async () => {
    here = await movedIn(
      fileOf('marzban', (file) => marzbanDatabase(users, file)),
      { coreConfig, env },
    )
  })
  afterAll(() => here.t.stop())

  const urlOf = (token: string) => `/old-sub/${token}`
  const tokensOf = ({ name, revokedAt }: OldUser): string[] => {
    const at = revokedAt ? laterSeconds : tokenSeconds
    return [
      marzbanToken(oldSecret, name, at),
      marzbanToken(oldSecret, name, at + 999),
      marzbanJwt(oldSecret, name, at),
    ]
  }
  const excludes = (user: OldUser, protocol: string) => user.excluded.some(([of]) => of === protocol)

  function expected(user: OldUser): string[] {
    if (outOfService.includes(user.status)) return []
    const all = {
      vless: `vless ${user.vless}`,
      vmess: `vmess ${user.vmess}`,
      trojan: `trojan ${user.trojan}`,
      shadowsocks: `ss chacha20-ietf-poly1305:${user.shadowsocks}`, // the inbound's cipher
    }
    return user.has.filter((protocol) => !excludes(user, protocol)).map((protocol) => all[protocol])
  }

  it('brings its inbounds and every user', async () => {
    expect((await allInbounds(here.me)).map(({ tag }) => tag)).toEqual([
      'VLESS TCP REALITY',
      'VMESS_WS',
      'TROJAN',
      'SS',
    ])
    const people = await allClients(here.me)
    expect(new Set(people.map(({ subId }) => subId)).size).toBe(50)
    const used = new Map(people.map(({ email, traffic }) => [email, traffic.up + traffic.down]))
    for (const { name, used: bytes } of users) expect(used.get(name)).toBe(bytes)
  })

  it('has every old URL answered with the secrets that the user had', async () => {
    for (const user of users.filter(({ has }) => has.length > 0)) {
      for (const token of tokensOf(user))
        expect(await secretsAt(here.get, urlOf(token)), user.name).toEqual(expected(user).sort())
    }
  })

  it('has links that lead where the old ones did', async () => {
    const { body } = await here.get(urlOf(tokensOf(users[0] as OldUser)[0] ?? '')) // there are fifty
    const links = linksIn(body)
    const reality = links.find((link) => link.startsWith('vless'))
    expect(reality).toContain('flow=xtls-rprx-vision')
    expect(reality).toMatch(
      /security=reality.*pbk=P2rAtCP9v1bUQrC-OsVkvgnWodPMjq4HJaKnWU2YUyc|pbk=P2rAtCP9.*security=reality/,
    )
    const vmess = links.find((link) => link.startsWith('vmess')) ?? ''
    const dialled = JSON.parse(Buffer.from(vmess.slice(8), 'base64').toString())
    expect(dialled).toMatchObject({ net: 'ws', path: '/chat', tls: 'tls', sni: 'a.example.com' })
    expect(`${dialled.add} ${dialled.port}`).toMatch(/^[0-9a-f]{8}\.ws\.example\.com 8443$/)
  })

  it('has no other URL answered', async () => {
    const good = marzbanToken(oldSecret, 'user_01', tokenSeconds)
    const revoked = users.find(({ revokedAt }) => revokedAt) as OldUser // one of them is
    const dead = [
      good.slice(0, -1) + (good.endsWith('x') ? 'y' : 'x'),
      marzbanToken(oldSecret, 'user_99', tokenSeconds),
      marzbanToken(`${oldSecret}0`, 'user_01', tokenSeconds),
      marzbanToken(oldSecret, 'user_01', tokenSeconds - 2 * 86_400),
      marzbanToken(oldSecret, revoked.name, tokenSeconds),
      marzbanJwt(oldSecret, revoked.name, tokenSeconds),
    ]
    for (const token of dead) expect((await here.get(urlOf(token))).status).toBe(404)
  })

  it('changes nothing the second time', async () => {
    const again = await here.upload(here.database, { coreConfig, env })
    expect(again.obj.nothingToDo).toBe(true)
  })

  it('has URLs below another path answered after an import that names it', async () => {
    const url = `/sub/${marzbanToken(oldSecret, 'user_01', tokenSeconds)}`
    expect((await here.get(url)).status).toBe(404)
    const { upload, apply } = importer(here.me)
    const plan = await upload(here.database, { coreConfig, env, subPath: 'sub' })
    expect(plan.obj.nothingToDo).toBe(false)
    expect(await apply(plan.obj.id, { takeSettings: false })).toMatchObject({ success: true })
    expect(await secretsAt(here.get, url)).toHaveLength(4)
    expect((await here.get(urlOf(marzbanToken(oldSecret, 'user_01', tokenSeconds)))).status).toBe(200)
  })

  it('has a deleted user forgotten', async () => {
    const { me, get } = here
    const url = urlOf(marzbanToken(oldSecret, 'user_50', tokenSeconds))
    expect((await get(url)).status).toBe(200)
    for (const email of ['user_50', 'user_50-2'])
      expect(await me.post(`${clients}/del/${email}`)).toMatchObject({ success: true })
    expect((await get(url)).status).toBe(404)
  })
})

describe('PasarGuard', () => {
  let t: ServedPanel
  let get: Subscriber
  const coreConfig = pasarguardCoreConfig(quiet, port + 20)
  beforeAll(async () => {
    const database = fileOf('pasarguard', (file) => pasarguardDatabase(users, coreConfig, file))
    ;({ t, get } = await movedIn(database, {}))
  })
  afterAll(() => t.stop())

  const key = (password: string) => Buffer.from(marzbanTools.sha256(password), 'hex').toString('base64')

  function expected(user: OldUser): string[] {
    if (outOfService.includes(user.status)) return []
    const { id, vless, vmess, trojan, shadowsocks } = user
    const inAll = id % 5 !== 0
    const inKeys = id % 5 === 0 || id % 7 === 0
    return [
      `vless ${vless}`,
      ...(inAll ? [`vmess ${vmess}`, `trojan ${trojan}`, `ss chacha20-ietf-poly1305:${shadowsocks}`] : []),
      ...(inKeys
        ? [`ss 2022-blake3-aes-256-gcm:MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=:${key(shadowsocks)}`]
        : []),
    ]
  }

  it('has every old URL answered with the secrets that the user had', async () => {
    for (const user of users) {
      const { id, name, revokedAt } = user
      const seconds = revokedAt ? laterSeconds : tokenSeconds
      const tokens = [
        pasarguardHmac(oldSecret, id, seconds),
        pasarguardToken(oldSecret, { version: 'v3', id, seconds }, 'hex'),
        pasarguardToken(oldSecret, { version: 'v2', id, seconds }, 'base64url'),
        marzbanToken(oldSecret, name, seconds),
        marzbanJwt(oldSecret, name, seconds),
      ]
      for (const token of tokens)
        expect(await secretsAt(get, `/sub/${token}`), name).toEqual(expected(user).sort())
    }
  })

  it('has no other URL answered', async () => {
    const dead = [
      pasarguardHmac(oldSecret, 51, tokenSeconds),
      pasarguardHmac(`${oldSecret}0`, 1, tokenSeconds),
      pasarguardHmac(oldSecret, 19, tokenSeconds),
      marzbanToken(oldSecret, 'USER_01', tokenSeconds),
    ]
    for (const token of dead) expect((await get(`/sub/${token}`)).status).toBe(404)
  })
})
