import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CustomGeo } from '#contract/geo-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { ipFile, siteFile } from '#test/fixtures/geo-dat.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const modified = 'Sun, 01 Nov 2026 10:00:00 GMT'
const sites = siteFile({
  'CATEGORY-ADS': [
    { type: 'domain', value: 'ads.example' },
    { type: 'full', value: 'track.example', attributes: ['cn'] },
    { type: 'keyword', value: 'advert' },
  ],
  CN: [{ type: 'domain', value: 'example.cn' }],
})
const networks = ipFile({ PRIVATE: Array.from({ length: 12 }, (_, i) => [[10, i, 0, 0], 16]) })

/** A fake of the outside: bytes by URL; requests are recorded. */
let outside: Map<string, Buffer>
let asked: { url: string; since: string | undefined }[]
const closed = () => Promise.reject(new Refusal('other.said', { reason: 'Tests have no way out.' }))
const egress: Egress = {
  safeFetch: closed,
  checkUrl: closed,
  async safeDownload(url, sink, options = {}) {
    const since = options.headers?.['if-modified-since']
    asked.push({ url, since })
    const body = outside.get(url)
    if (!body) {
      sink.destroy()
      throw new Refusal('other.said', { reason: 'the host answered HTTP 404' })
    }
    const status = since === modified ? 304 : 200
    sink.end(status === 200 ? body : undefined)
    await once(sink, 'close')
    return { status, size: status === 200 ? body.length : 0, headers: new Map([['last-modified', modified]]) }
  },
}

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel({}, { egress })
  me = await t.login()
})
afterAll(() => t.stop())
beforeEach(async () => {
  outside = new Map()
  asked = []
  rmSync(t.config.binFolder, { recursive: true, force: true })
  await t.panel.db.write((tx) => tx.deleteFrom('custom_geo_resources').execute())
})

const inFolder = (name: string) => join(t.config.binFolder, name)
const files = () => readdirSync(t.config.binFolder).sort()
const known = 'https://github.com/Loyalsoldier/v2ray-rules-dat/releases/latest/download/'

describe('the known geo files', () => {
  const update = (name = '') => me.post(`/panel/api/server/updateGeofile${name && `/${name}`}`)

  it('are downloaded by name with mode 0600, and not again while unchanged', async () => {
    outside.set(`${known}geosite.dat`, sites)
    expect(await update('geosite.dat')).toMatchObject({ success: true, msg: 'Geofile updated successfully' })
    expect(readFileSync(inFolder('geosite.dat'))).toEqual(sites)
    expect(statSync(inFolder('geosite.dat')).mode & 0o777).toBe(0o600)
    expect(statSync(inFolder('geosite.dat')).mtime.toUTCString()).toBe(modified)
    expect((await update('geosite.dat')).success).toBe(true)
    expect(asked.map((a) => a.since)).toEqual([undefined, modified])
    expect(files()).toEqual(['geosite.dat'])
    const trail = await me.get<{ items: { action: string; object: string }[] }>(
      '/panel/api/audit?objectKind=geo',
    )
    expect(trail.obj.items[0]).toMatchObject({ action: 'geo.update', object: 'geosite.dat' })
  })

  it('that arrived are kept although others failed, and each failure is named', async () => {
    outside.set(`${known}geosite.dat`, sites)
    const answer = await update()
    expect(answer).toMatchObject({ success: false, obj: null })
    expect(answer.msg).toContain('geoip.dat: the host answered HTTP 404')
    expect(asked).toHaveLength(6)
    expect(files()).toEqual(['geosite.dat'])
  })

  it.each(['other.dat', '..%2Fgeoip.dat', 'geoip.dat.txt', 'GEOIP.dat'])('do not hold %s', async (name) => {
    expect((await update(name)).success).toBe(false)
    expect(asked).toEqual([])
  })

  it.each([
    ['a page instead of a file', Buffer.from(`<!doctype html>${' '.repeat(100)}`)],
    ['a stump', sites.subarray(0, 20)],
    ['a file that ends too early', sites.subarray(0, sites.length - 3)],
  ])('are kept unchanged after %s', async (_what, body) => {
    mkdirSync(t.config.binFolder, { recursive: true })
    writeFileSync(inFolder('geosite.dat'), networks)
    outside.set(`${known}geosite.dat`, body)
    expect((await update('geosite.dat')).success).toBe(false)
    expect(readFileSync(inFolder('geosite.dat'))).toEqual(networks)
    expect(files()).toEqual(['geosite.dat'])
  })
})

describe("an operator's own geo files", () => {
  const url = 'https://lists.example/ads.dat'
  const add = (body: object) => me.post('/panel/api/custom-geo/add', body)
  const list = async () => (await me.get<CustomGeo[]>('/panel/api/custom-geo/list')).obj

  it('are added, listed, named, changed, fetched again and deleted', async () => {
    outside.set(url, sites)
    expect(await add({ type: 'geosite', alias: 'ads', url })).toMatchObject({ success: true, obj: null })
    const [row] = await list()
    expect(row).toMatchObject({ type: 'geosite', alias: 'ads', url, lastModified: modified })
    expect(row?.localPath).toBe(inFolder('geosite_ads.dat'))
    expect((await me.get('/panel/api/custom-geo/aliases')).obj).toEqual({
      geosite: [
        {
          alias: 'ads',
          type: 'geosite',
          fileName: 'geosite_ads.dat',
          extExample: 'ext:geosite_ads.dat:tag',
        },
      ],
      geoip: [],
    })
    expect(await me.post(`/panel/api/custom-geo/download/${row?.id}`)).toMatchObject({
      success: true,
      msg: expect.stringContaining('geosite_ads.dat'),
      obj: null,
    })
    expect(asked.at(-1)?.since).toBe(modified)
    outside.set(`${url}2`, networks)
    const changed = { type: 'geoip', alias: 'nets', url: `${url}2` }
    expect((await me.post(`/panel/api/custom-geo/update/${row?.id}`, changed)).success).toBe(true)
    expect(files()).toEqual(['geoip_nets.dat'])
    expect(await list()).toMatchObject([{ id: row?.id, type: 'geoip', alias: 'nets' }])
    expect(await me.post(`/panel/api/custom-geo/delete/${row?.id}`)).toMatchObject({
      success: true,
      msg: expect.stringContaining('geoip_nets.dat'),
    })
    expect([await list(), files()]).toEqual([[], []])
  })

  it.each([
    [{ type: 'geo', alias: 'a', url }, 'type'],
    [{ type: 'geoip', alias: 'A b', url }, 'alias'],
    [{ type: 'geoip', alias: '../x', url }, 'alias'],
    [{ type: 'geosite', alias: 'geosite-ir', url }, 'alias'],
    [{ type: 'geosite', alias: 'ru', url }, 'alias'],
    [{ type: 'geoip', alias: 'a', url: 'file:///etc/passwd' }, 'url'],
    [{ type: 'geoip', alias: 'a' }, 'url'],
  ])('are refused with the field named: %o', async (body, field) => {
    expect(await add(body)).toMatchObject({ success: false, field, obj: null })
    expect(asked).toEqual([])
  })

  it('are unique by type and alias, and a failed fetch leaves nothing behind', async () => {
    expect((await add({ type: 'geosite', alias: 'ads', url })).msg).toContain('HTTP 404')
    expect(await list()).toEqual([])
    outside.set(url, sites)
    await add({ type: 'geosite', alias: 'ads', url })
    expect(await add({ type: 'geosite', alias: 'ads', url })).toMatchObject({
      success: false,
      field: 'alias',
    })
    expect((await add({ type: 'geoip', alias: 'ads', url })).success).toBe(true)
    expect(files()).toEqual(['geoip_ads.dat', 'geosite_ads.dat'])
    expect((await me.post('/panel/api/custom-geo/delete/77')).msg).toContain('Invalid resource id')
  })

  it('are downloaded all at once, and the reply lists the failures', async () => {
    outside.set(url, sites)
    outside.set(`${url}2`, sites)
    await add({ type: 'geosite', alias: 'one', url })
    await add({ type: 'geosite', alias: 'two', url: `${url}2` })
    outside.delete(`${url}2`)
    const answer = await me.post('/panel/api/custom-geo/update-all')
    expect(answer).toMatchObject({
      success: false,
      msg: 'One or more custom geo sources failed to update',
      obj: {
        succeeded: [{ alias: 'one', fileName: 'geosite_one.dat' }],
        failed: [{ alias: 'two', fileName: 'geosite_two.dat', error: expect.stringContaining('404') }],
      },
    })
    expect(files()).toEqual(['geosite_one.dat', 'geosite_two.dat'])
    const errors = async () => (await list()).map(({ lastError }) => lastError)
    expect(await errors()).toEqual(['', expect.stringContaining('404')])
    outside.set(`${url}2`, sites)
    await me.post('/panel/api/custom-geo/update-all')
    expect(await errors()).toEqual(['', ''])
  })

  it('cannot be deleted while the template names them', async () => {
    outside.set(url, sites)
    await add({ type: 'geosite', alias: 'ads', url })
    const before = JSON.parse((await me.post<string>('/panel/xray/')).obj).xraySetting
    const template = structuredClone(before)
    const rule = { type: 'field', domain: ['ext:geosite_ads.dat:cn'], outboundTag: 'blocked' }
    template.routing.rules.push(rule)
    expect(await me.post('/panel/xray/update', { xraySetting: JSON.stringify(template) })).toMatchObject({
      success: true,
    })
    const [row] = await list()
    const refused = await me.post(`/panel/api/custom-geo/delete/${row?.id}`)
    expect(refused).toMatchObject({ success: false, msg: expect.stringContaining('Remove it there first') })
    expect(files()).toEqual(['geosite_ads.dat'])
    await me.post('/panel/xray/update', { xraySetting: JSON.stringify(before) })
    expect((await me.post(`/panel/api/custom-geo/delete/${row?.id}`)).success).toBe(true)
  })
})

describe('their content', () => {
  const ask = <T>(path: string) => me.get<T>(`/panel/api/xray/geodata/${path}`)
  beforeEach(() => {
    mkdirSync(t.config.binFolder, { recursive: true })
    writeFileSync(inFolder('geosite.dat'), sites)
    writeFileSync(inFolder('geoip.dat'), networks)
    writeFileSync(inFolder('broken.dat'), 'nothing that could be read')
  })

  it('is listed by file, category and entry, under both prefixes', async () => {
    expect((await ask('files')).obj).toMatchObject([
      { name: 'broken.dat', kind: '', categories: 0, error: expect.stringContaining('no geo file') },
      { name: 'geoip.dat', kind: 'geoip', categories: 1, size: networks.length },
      { name: 'geosite.dat', kind: 'geosite', categories: 2, modifiedAt: expect.any(Number) },
    ])
    expect((await ask('categories?file=geosite.dat&q=ads')).obj).toEqual({
      items: [{ code: 'CATEGORY-ADS', entries: 3, attributes: ['cn'] }],
      total: 1,
    })
    expect(
      (await me.get('/panel/xray/geodata/entries?file=geosite.dat&code=category-ads&q=exam')).obj,
    ).toEqual({
      items: [
        { kind: 'domain', value: 'ads.example' },
        { kind: 'full', value: 'track.example @cn' },
      ],
      total: 2,
    })
    expect((await ask('entries?file=geoip.dat&code=private&offset=2&limit=2')).obj).toEqual({
      items: [
        { kind: 'cidr', value: '10.2.0.0/16' },
        { kind: 'cidr', value: '10.3.0.0/16' },
      ],
      total: 12,
    })
  })

  it('is reloaded when a file is replaced', async () => {
    expect((await ask<{ total: number }>('categories?file=geosite.dat')).obj.total).toBe(2)
    writeFileSync(inFolder('geosite.dat'), siteFile({ ONLY: [{ type: 'full', value: 'a' }] }))
    expect((await ask<{ total: number }>('categories?file=geosite.dat')).obj.total).toBe(1)
  })

  it.each([
    ['categories?file=..%2F..%2Fetc%2Fpasswd', 'file'],
    ['categories?file=none.dat', 'file'],
    ['categories?file=broken.dat', 'file'],
    ['categories', 'file'],
    ['entries?file=geosite.dat&code=nope', 'code'],
    ['entries?file=geosite.dat&code=cn&limit=5000', 'limit'],
    ['entries?file=geosite.dat&code=cn&offset=-1', 'offset'],
  ])('is refused for %s', async (path, field) => {
    expect(await ask(path)).toMatchObject({ success: false, field, obj: null })
  })

  it('reveals which values of a rule the core would refuse', async () => {
    const check = async (tokens: unknown, kind: string) =>
      (
        await me.post<{ token: string; reason: string }[]>('/panel/api/xray/geodata/validate', {
          tokens,
          kind,
        })
      ).obj.map(({ token, reason }) => `${token} ${reason}`)
    const good = 'geosite:cn,geosite:category-ads@cn,example.com,ext:geosite.dat:CN,regexp:^a'
    expect(await check(good, 'domain')).toEqual([])
    const bad = [
      'geosite:nope',
      'geosite:cn@ads',
      'ext:x.dat:cn',
      'geosite:',
      'ext:geosite.dat',
      'geoip:private',
    ]
    expect(await check(bad, 'domain')).toEqual([
      'geosite:nope categoryMissing',
      'geosite:cn@ads attributeMissing',
      'ext:x.dat:cn fileMissing',
      'geosite: syntax',
      'ext:geosite.dat syntax',
      'geoip:private wrongKind',
    ])
    expect(await check('!geoip:private,geoip:!private,10.0.0.0/8', 'ip')).toEqual([])
  })
})
