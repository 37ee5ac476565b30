import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CustomGeo } from '#contract/geo-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { ipFile, siteFile } from '#test/fixtures/geo-dat.ts'
import { testPanel } from '#test/panel.ts'

const names = Array.from({ length: 12 }, (_, i) => ({ type: 'domain' as const, value: `example${i}.cn` }))
const sites = siteFile({ CN: names })
const networks = ipFile({ PRIVATE: Array.from({ length: 12 }, (_, i) => [[10, i, 0, 0], 16]) })
const url = 'https://lists.example/a.dat'
const known = 'https://github.com/Loyalsoldier/v2ray-rules-dat/releases/latest/download/geoip.dat'
const dayMs = 86_400_000

it('custom geo files are updated on schedule, once per slot, with those of the known files that are there', async () => {
  const outside = new Map([
    [url, sites],
    [known, networks],
  ])
  let asked: string[] = []
  const closed = () => Promise.reject(new Refusal('other.said', { reason: 'Tests have no way out.' }))
  const safeDownload: Egress['safeDownload'] = async (from, sink) => {
    asked.push(from)
    const body = outside.get(from)
    if (!body) throw new Refusal('other.said', { reason: 'the host answered HTTP 404' })
    sink.end(body)
    await once(sink, 'close')
    return { status: 200, size: body.length, headers: new Map() }
  }
  const t = await testPanel({}, { egress: { safeFetch: closed, checkUrl: closed, safeDownload } })
  try {
    let me = await t.login()
    await me.post('/panel/api/custom-geo/add', { type: 'geosite', alias: 'one', url })
    mkdirSync(t.config.binFolder, { recursive: true })
    writeFileSync(join(t.config.binFolder, 'geoip.dat'), networks)
    const { run, dueIn } = t.panel.geo.scheduled
    const tick = async () => {
      asked = []
      await run()
      return asked
    }
    const later = async (ms: number) => {
      t.advance(ms)
      me = await t.login() // the session has ended meanwhile
    }
    await later(8 * dayMs)
    expect(await tick()).toEqual([]) // off by default
    await me.post('/panel/setting/update', { geoUpdateEnable: true, geoUpdateCron: '@daily' })
    expect(await tick()).toEqual([url, known])
    expect(await tick()).toEqual([])
    expect(dueIn()).toBeLessThanOrEqual(dayMs) // it runs then, and not when its job looks the next time
    expect(dueIn()).toBeGreaterThan(0)
    await later(dayMs)
    outside.delete(url)
    await expect(run()).rejects.toThrow('404')
    const { obj } = await me.get<CustomGeo[]>('/panel/api/custom-geo/list')
    expect(obj).toMatchObject([{ alias: 'one', lastError: expect.stringContaining('404') }])
  } finally {
    await t.stop()
  }
})
