import { expect, it } from 'vitest'
import type { SettingKey, Settings } from '#contract/settings.ts'
import { matters } from './matters.ts'
import { settingEffects } from './review.ts'
import { defaults } from './stored.ts'

const effects = (patch: Partial<Settings>, before: Partial<Settings> = {}) => {
  const old = { ...defaults, ...before }
  return settingEffects(old, { ...old, ...patch }, Object.keys(patch) as SettingKey[])
}
const stops = (patch: Partial<Settings>, before?: Partial<Settings>) =>
  effects(patch, before).subscriptionsStop

it('reviews where things are found, and a format that is turned off, but no ordinary setting', () => {
  expect(matters('webPort', 1)).toBe(true)
  expect(matters('subClashEnable', false)).toBe(true)
  expect(matters('subClashEnable', true)).toBe(false)
  expect(matters('subTitle', 'x')).toBe(false)
})

it('says what waits for a restart and whether the panel moves', () => {
  expect(effects({ webPort: 3000, subTitle: 'x' })).toMatchObject({ restart: ['webPort'], panelMoves: true })
  expect(effects({ webCertFile: '/a', webKeyFile: '/b' })).toMatchObject({
    restart: ['webCertFile', 'webKeyFile'],
    panelMoves: false,
  })
})

it('knows when apps lose the address that they have', () => {
  expect(stops({ subPath: '/other/' })).toBe(true)
  expect(stops({ subEnable: false })).toBe(true)
  expect(stops({ subPath: '/other/' }, { subEnable: false })).toBe(false)
  expect(stops({ subURI: 'https://a.example/sub/' })).toBe(false)
  expect(stops({ subListen: '0.0.0.0' })).toBe(false)
  expect(stops({ subListen: '127.0.0.1' }, { subListen: '0.0.0.0' })).toBe(true)
})

it('keeps names that are still answered', () => {
  expect(stops({ subDomain: 'a.example' })).toBe(true)
  expect(stops({ subDomain: '' }, { subDomain: 'a.example' })).toBe(false)
  expect(stops({ subDomain: 'b.example' }, { subDomain: 'a.example' })).toBe(true)
  const both = { subDomain: 'b.example', subMoreDomains: 'a.example, c.example' }
  expect(stops(both, { subDomain: 'a.example' })).toBe(false)
})

it('sees another server in the links', () => {
  expect(effects({ publicHost: 'a.example' }).linksChange).toBe(true)
  expect(effects({ webDomain: 'b.example' }, { publicHost: 'a.example' }).linksChange).toBe(false)
})
