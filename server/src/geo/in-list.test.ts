import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ipFile, siteFile } from '#test/fixtures/geo-dat.ts'
import { createGeodata } from './geodata.ts'
import { inList } from './room.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-list-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(
  join(folder, 'geosite.dat'),
  siteFile({
    OPENAI: [
      { type: 'domain', value: 'openai.com' },
      { type: 'full', value: 'ads.example', attributes: ['ads'] },
    ],
    ODD: [{ type: 'regexp', value: '^x+$' }],
  }),
)
writeFileSync(join(folder, 'geoip.dat'), ipFile({ CN: [[[1, 0, 0, 0], 8]] }))
const geodata = createGeodata(folder)
const at = (token: string, domain: string, ip = '') => inList(geodata, token, { domain, ip })

it('tells whether a geo list names a destination', async () => {
  expect(await at('geosite:openai', 'chat.openai.com')).toBe(true)
  expect(await at('geosite:openai', 'example.org')).toBe(false)
  expect(await at('geosite:openai@ads', 'ads.example')).toBe(true)
  expect(await at('geosite:openai@!ads', 'ads.example')).toBe(false)
  expect(await at('geoip:cn', '', '1.2.3.4')).toBe(true)
  expect(await at('geoip:!cn', '', '1.2.3.4')).toBe(false)
  expect(await at('!geoip:cn', '', '8.8.8.8')).toBe(true)
})

it('does not guess: expressions, missing files and lists', async () => {
  expect(await at('geosite:odd', 'xxx')).toBeUndefined()
  expect(await at('geosite:none', 'a.b')).toBeUndefined()
  expect(await at('ext:none.dat:a', 'a.b')).toBeUndefined()
  expect(await at('domain:a.b', 'a.b')).toBeUndefined()
})
