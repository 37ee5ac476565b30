import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import type { Envelope } from '#contract/wire.ts'
import { importCommand } from '#server/cli/import.ts'
import { readConfig } from '#server/platform/config.ts'
import { databaseOf, linksOf, type Release, releases, withDatabase } from '#test/fixtures/three-x-ui.ts'
import { importer } from '#test/move-in.ts'
import type { TestPanel, Visitor } from '#test/panel.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { essencesOf } from '#test/same-links.ts'
import { servedPanel } from '#test/served.ts'
import { subscriberOf } from '#test/subscriber.ts'

interface Account {
  username: string
  password: string
  secret?: string
  tokens?: { enabled: string; disabled: string }
}

/** As the releases were set up; see the README of the fixtures. */
const accounts: Record<Release, Account> = {
  '2.8.11': { username: 'op33662', password: 'pw-e3429fe84930', secret: 'JBSWY3DPEHPK3PXPAAAAAAAAAAAAAAAA' },
  base: {
    username: 'opd2267',
    password: 'pw-af6d0487f17b',
    secret: 'JBSWY3DPEHPK3PXPAAAAAAAAAAAAAAAA',
    tokens: {
      enabled: '953XFpfSh8IL5ZLqPPbVC6Jwg5hHVLHqqYj06fjTFyCrA7CV',
      disabled: '4P3sFnZTQejSQ1uhr3anBRn0kiago7uCgoh7X48U8qFDiwMy',
    },
  },
  '3.1.0': {
    username: 'op1e97d',
    password: 'pw-192676ddf586',
    secret: 'JBSWY3DPEHPK3PXPGEGEGEGEGEGEGEGE',
    tokens: {
      enabled: 'NsELpFl1PquA5tfrUMfUFN572RZhrhMo5pz9Il9zA5cP0owR',
      disabled: 'l8RZew7KQftUC8w1FaRynHd4rSGenkG7vgmiITH7ns0pyWWc',
    },
  },
  '3.3.0': {
    username: 'op2f992',
    password: 'pw-8ace9462ea88',
    secret: 'JBSWY3DPEHPK3PXPMFMFMFMFMFMFMFMF',
    tokens: {
      enabled: '92j3VhGTYFBcEteHDEC2LekQvR3B35mBKbldkTBtfMQsEe9l',
      disabled: '2SAisWmciNv0VWCzL0C2q5N1BXKsa4TJaGcZ74qAz13VuW0m',
    },
  },
  '3.6.0': {
    username: 'opfaa30',
    password: 'pw-6f1663659d00',
    tokens: {
      enabled: 'sFzJPiNn9Oc4YPSnQrp14zhDvNO2JepNrWFVJke9nVxQMB1e',
      disabled: 'djlAVEvq9hy2ojcJMvC87VfiO3b5klL7hGoF5b620e23AoJG',
    },
  },
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

interface Counted {
  up: number
  down: number
  total: number
  last_online: number
}
const inOrder = (rows: readonly Counted[]) =>
  rows.map(({ up, down, total, last_online }) => [up, down, total, last_online].join(' ')).sort()

/** Subscription ids of which a client has ended: their subscription is empty, or lists the others. */
async function endedIds(t: TestPanel): Promise<Set<string>> {
  const rows = await t.panel.db.read
    .selectFrom('clients as c')
    .innerJoin('client_traffics as t', 't.email', 'c.email')
    .select(['c.sub_id', 'c.enable', 'c.expiry_time', 'c.total_gb', 't.up', 't.down'])
    .execute()
  const isOver = (row: (typeof rows)[number]) =>
    !row.enable ||
    (row.expiry_time > 0 && row.expiry_time < Date.now()) ||
    (row.total_gb > 0 && row.up + row.down >= row.total_gb)
  return new Set(rows.filter(isOver).map((row) => row.sub_id))
}

async function expectLinks(t: TestPanel & { subPort: number }, me: Visitor, release: Release): Promise<void> {
  const headers = { host: 'vpn.example.org' }
  const fetch = subscriberOf(t.subPort)
  const { subPath } = t.panel.settings.current()
  const ended = await endedIds(t)
  for (const [subId, links] of Object.entries(linksOf(release))) {
    const wanted = essencesOf(links)
    const id = encodeURIComponent(subId)
    const copied = await me.call('GET', `/panel/api/clients/subLinks/${id}`, { headers })
    // Where the release listed nothing, the client is disabled; the operator can copy its links here.
    if (wanted.length > 0) expect(essencesOf(copied.json<Envelope<string[]>>().obj), subId).toEqual(wanted)
    const { body } = await fetch(subPath + id, headers)
    const served = essencesOf(body.split('\n').filter((line) => line !== ''))
    if (ended.has(subId)) expect(wanted, subId).toEqual(expect.arrayContaining(served))
    else expect(served, subId).toEqual(wanted)
  }
}

/** Every promise about what was imported, asked of the panel itself. */
async function expectEverything(t: TestPanel & { subPort: number }, release: Release): Promise<void> {
  const { username, password, secret, tokens } = accounts[release]
  const counted = await t.panel.db.read.selectFrom('client_traffics').selectAll().execute()
  const source = withDatabase(
    release,
    (db) =>
      db.prepare('select up, down, total, last_online from client_traffics').all() as unknown as Counted[],
  )
  expect(inOrder(counted)).toEqual(inOrder(source))
  const me = await t.login({ username, password, ...(secret && { twoFactorCode: codeOf(secret) }) })
  const row = await t.panel.db.read.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(row.password).toMatch(/^\$argon2id\$/)
  const asToken = (token: string) =>
    t.inject({ url: '/panel/api/inbounds/list', headers: { authorization: `Bearer ${token}` } })
  if (tokens) {
    expect((await asToken(tokens.enabled)).json<Envelope>().success).toBe(true)
    expect((await asToken(tokens.disabled)).statusCode).toBe(404)
  }
  await expectLinks(t, me, release)
  const again = await importer(me).upload(databaseOf(release))
  expect(again.obj).toMatchObject({ nothingToDo: true, fresh: false })
}

const isPostgres = process.env.SLUICE_TEST_DB === 'postgres'
/** All of them on both engines take too long for every run. */
const some = (most: readonly Release[]): readonly Release[] => (process.env.SLUICE_LONG ? releases : most)

describe.each(isPostgres ? some(['2.8.11', '3.6.0']) : releases)('a database of 3x-ui %s', (release) => {
  it('comes through the command line into an empty folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-move-in-'))
    const database = isPostgres ? await createTestDatabase() : undefined
    const env = {
      SLUICE_DB_FOLDER: folder,
      SLUICE_BASE_PATH: '/',
      ...(database && { SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: database.dsn }),
    }
    try {
      const file = join(folder, 'x-ui.db')
      writeFileSync(file, databaseOf(release))
      const lines: string[] = []
      await importCommand('import-3x-ui', readConfig(env, {}), [file, '--yes'], (line) => lines.push(line))
      expect(lines.join('\n')).toContain('The database has been imported.')
      const t = await servedPanel(env)
      try {
        await expectEverything(t, release)
      } finally {
        await t.stop()
      }
    } finally {
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe.each(some(isPostgres ? ['3.3.0'] : ['2.8.11', '3.6.0']))('a database of 3x-ui %s', (release) => {
  it('comes through the API into a running panel', async () => {
    const t = await servedPanel({ SLUICE_BASE_PATH: '/' })
    try {
      const { upload, apply, plan } = importer(await t.login())
      const planned = await upload(databaseOf(release))
      expect(planned).toMatchObject({ success: true, obj: { fresh: true, nothingToDo: false } })
      expect(await apply(planned.obj.id)).toMatchObject({ success: true, obj: { restarts: false } })
      expect(await plan(planned.obj.id)).toMatchObject({ success: false, code: 'move-in.not-staged' })
      await expectEverything(t, release)
    } finally {
      await t.stop()
    }
  })
})
