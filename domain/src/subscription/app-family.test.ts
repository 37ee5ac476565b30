import { expect, it } from 'vitest'
import { aboutApp, appOf, appsWithCore } from './app-family.ts'

it.each([
  ['HiddifyNext/4.1.2 (android) like ClashMeta v2ray sing-box', 'hiddify'],
  ['FlClash/v0.8.96 clash-verge Platform/android', 'flclash'],
  ['clash-verge/v2.5.0', 'clash-verge'],
  ['koala-clash/v0.2.8', 'koala-clash'],
  ['ClashMetaForAndroid/2.11.32.Meta', 'clash-meta'],
  ['clash.meta/1.19', 'clash-meta'],
  ['mihomo/1.19.24', 'clash-meta'],
  ['NekoBox/Android/1.4.2 (Prefer ClashMeta Format)', 'nekobox'],
  ['SFA/1.14.0 (600; sing-box 1.14.0; language en_US)', 'singbox'],
  ['sing-box 1.14.1', 'singbox'],
  ['v2rayNG/2.3.5', 'v2rayng'],
  ['v2rayN/7.24.8', 'v2rayn'],
  ['v2raytun/android', 'v2raytun'],
  ['Happ/3.1.0/ios/1234', 'happ'],
  ['INCY/1.0/ios', 'incy'],
  ['Shadowrocket/2070 CFNetwork/1.0', 'shadowrocket'],
  ['Stash/2.7', 'stash'],
  ['ClashX Pro/1.9', 'clash'],
  ['curl/8.9', 'other'],
  ['', 'other'],
])('%s is %s', (userAgent, family) => {
  expect(appOf(userAgent)).toBe(family)
})

it('knows which apps connect with which core', () => {
  expect(appsWithCore('mihomo')).toContain('clash-meta')
  expect(appsWithCore('sing-box', 'mihomo')).not.toContain('v2rayng')
  expect(aboutApp('clash-meta')).toMatchObject({ name: 'Clash Meta', core: 'mihomo' })
  expect(aboutApp('of-a-newer-panel')).toEqual({ name: 'of-a-newer-panel', core: 'other' })
})
