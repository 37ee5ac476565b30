import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CoreRelease } from '#contract/core-api.ts'
import type { CoreFile } from '#contract/core-file.ts'
import type { CoreJob } from '#contract/core-preflight.ts'
import { managedPath } from '#server/core/binary/locate.ts'
import { corePlatform } from '#server/core/binary/platform.ts'
import type { Egress, Reply } from '#server/platform/egress/safe-fetch.ts'
import { zipOf } from '#test/fixtures/zip.ts'
import { formWithFile } from '#test/form.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const version = '26.6.27'
const archive = zipOf([{ name: 'xray', data: Buffer.from(`#!/bin/sh\necho "Xray ${version} (Fake)"\n`) }])
const sha256 = createHash('sha256').update(archive).digest('hex')
const server = (path: string) => `/panel/api/server/${path}`

const reply = (text: string): Reply => ({
  status: 200,
  headers: new Map(),
  bytes: Buffer.from(text),
  text: () => text,
  json: async () => JSON.parse(text),
})

/** The release site, with one release. */
const egress: Egress = {
  safeFetch: async (url) =>
    reply(url.endsWith('.dgst') ? `SHA2-256= ${sha256}\n` : JSON.stringify([{ tag_name: `v${version}` }])),
  async safeDownload(_url, sink) {
    await new Promise<void>((done) => sink.end(archive, () => done()))
    return { status: 200, headers: new Map(), size: archive.length }
  },
  checkUrl: () => Promise.reject(new Error('not asked')),
}

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  vi.stubEnv('SLUICE_CORE_BIN', '')
  vi.stubEnv('PATH', '/nowhere') // neither Go nor Xray
  t = await testPanel({}, { egress })
  vi.stubEnv('XDG_CACHE_HOME', t.config.dataFolder)
  me = await t.login()
})
afterAll(async () => {
  await t.stop()
  vi.unstubAllEnvs()
})

it('returns the hash that has to be confirmed, on the usual route too', async () => {
  const answer = await me.post(server(`installXray/v${version}`))
  expect(answer).toMatchObject({ success: false, obj: null, field: 'sha256' })
  expect(answer.msg).toContain(sha256)
  expect(answer.msg).toContain('not the version that this panel pins')
  expect((await me.get<CoreRelease>(server(`xrayRelease/v${version}`))).obj).toMatchObject({
    version,
    asset: corePlatform().asset,
    sha256,
    pinned: false,
    known: false,
  })
  expect(existsSync(managedPath(t.config.binFolder))).toBe(false)
})

it('installs nothing with a wrong or invalid hash', async () => {
  const wrong = await me.post(server(`installXray/${version}`), { sha256: 'b'.repeat(64) })
  expect(wrong).toMatchObject({ success: false, msg: expect.stringContaining('it is not installed') })
  const none = await me.post(server(`installXray/${version}`), { sha256: 'yes' })
  expect(none).toMatchObject({ success: false, field: 'sha256' })
  expect(existsSync(managedPath(t.config.binFolder))).toBe(false)
})

it('installs what was confirmed, and records who confirmed it', async () => {
  // The stand-in is not a core, so the restart after the install fails; the audit trail still has the
  // install.
  await me.post(server(`installXray/v${version}`), { sha256: sha256.toUpperCase() })
  const managed = managedPath(t.config.binFolder)
  expect(readFileSync(managed, 'utf8')).toContain(version)
  expect(JSON.parse(readFileSync(`${managed}.note.json`, 'utf8'))).toMatchObject({
    version,
    from: 'release',
    release: sha256,
  })
  const trail = await me.get<{ items: object[] }>('/panel/api/audit?objectKind=core&pageSize=1')
  expect(trail.obj.items).toMatchObject([
    { action: 'core.install', object: `v${version}, SHA-256 ${sha256.toUpperCase()}` },
  ])
})

it('takes an uploaded core and one from a mirror, and installs it once its hash is confirmed', async () => {
  const brought = zipOf([{ name: 'xray', data: Buffer.from('#!/bin/sh\necho "Xray 26.6.30 (Fake)"\n') }])
  const hash = createHash('sha256').update(brought).digest('hex')
  const sent = await me.call('POST', server('coreFile'), formWithFile('file', brought))
  expect(sent.json()).toMatchObject({ success: true, obj: { sha256: hash, bytes: brought.length } })
  expect(await me.post(server('installXray/file'))).toMatchObject({ success: false, field: 'sha256' })
  const wrong = { sha256: 'f'.repeat(64) }
  expect((await me.post(server('installXray/file'), wrong)).msg).toContain('no uploaded file')
  await me.post(server('installXray/file'), { sha256: hash })
  expect(readFileSync(managedPath(t.config.binFolder), 'utf8')).toContain('26.6.30')
  const { obj } = await me.get<{ items: { action: string; object: string }[] }>('/panel/api/audit')
  expect(JSON.stringify(obj)).toContain(`v26.6.30, SHA-256 ${hash}`)
  const mirrored = await me.post(server('coreMirror'), { url: 'https://mirror.test/Xray-linux-64.zip' })
  expect(mirrored).toMatchObject({ success: true, obj: { name: 'Xray-linux-64.zip', sha256 } })
  const files = (await me.get<CoreFile[]>(server('coreFile'))).obj
  expect(files.map((file) => file.sha256).sort()).toEqual([hash, sha256].sort())
  const again = { url: 'https://mirror.test/again.zip?token=secret' }
  const begun = await me.post<CoreJob>(server('coreMirrorJob'), again)
  expect(begun.obj).toMatchObject({ what: 'mirror', target: 'https://mirror.test/again.zip' })
  const job = async () => (await me.get<CoreJob>(server('coreJob'))).obj
  await expect.poll(async () => (await job()).state).toBe('done')
  expect(await job()).toMatchObject({ id: begun.obj.id, file: { name: 'again.zip', sha256 } })
})
