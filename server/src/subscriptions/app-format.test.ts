import { describe, expect, it } from 'vitest'
import { defaults } from '#domain/settings/stored.ts'
import { createAppFormats } from './app-format.ts'

const all = {
  ...defaults,
  subJsonEnable: true,
  subClashEnable: true,
  subSingboxEnable: true,
  subJsonAutoDetect: true,
  subClashAutoDetect: true,
  subSingboxAutoDetect: true,
}

describe('the format that an app gets on the raw path', () => {
  it.each([
    ['clash-verge/v2.0.0', 'clash'],
    ['mihomo/1.19.24', 'clash'],
    ['Stash/2.7.0 Clash/1.9.0', 'clash'],
    ['FlClash/v0.8 clash-verge Platform/android', 'clash'],
    ['SFA/1.11.0 (Build 500; sing-box 1.11.0; language en_US)', 'singbox'],
    ['sing-box 1.14.1', 'singbox'],
    ['v2rayNG/1.9.16', 'json'],
    ['Happ/2.1.0', 'json'],
    ['HiddifyNext/2.5.7 (android) like ClashMeta v2ray sing-box', 'raw'],
    ['Shadowrocket/2600 CFNetwork', 'raw'],
    ['curl/8.5.0', 'raw'],
    ['', 'raw'],
  ])('%j gets %s', (agent, format) => expect(createAppFormats(all)(agent)).toBe(format))

  it('is raw for everybody until an operator turns detection on', () => {
    expect(createAppFormats({ ...defaults, subJsonEnable: true })('clash-verge/v2.0.0')).toBe('raw')
  })

  it('is never one that is not served', () => {
    expect(createAppFormats({ ...all, subClashEnable: false })('mihomo/1.19.24')).toBe('raw')
  })

  it("follows the operator's pattern, which outranks the Hiddify rule", () => {
    const own = createAppFormats({ ...all, subClashUserAgentRegex: '(?i)hiddify|koala' })
    expect(['HiddifyNext/2.5', 'KOALA', 'mihomo/1'].map(own)).toEqual(['clash', 'clash', 'raw'])
  })

  it('takes the first matching rule: sing-box, Clash, JSON', () => {
    const any = { subSingboxUserAgentRegex: '.', subClashUserAgentRegex: '.', subJsonUserAgentRegex: '.' }
    expect(createAppFormats({ ...all, ...any })('x')).toBe('singbox')
    expect(createAppFormats({ ...all, ...any, subSingboxAutoDetect: false })('x')).toBe('clash')
  })
})
