import { describe, expect, it } from 'vitest'
import { appLinks, platformOf } from './apps.ts'

const url = 'https://sub.example/sub/abc'
const titled = (title: string) => ({ title, hasDevices: false })

describe('apps', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'android', 'v2rayNG'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'ios', 'Streisand'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows', 'Hiddify'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macos', 'Hiddify'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'linux', 'Hiddify'],
    ['', 'other', 'Hiddify'],
  ])('%j is %s and opens %s', (agent, platform, first) => {
    expect(platformOf(agent)).toBe(platform)
    expect(appLinks(platformOf(agent), { raw: url }, titled('My VPN'))[0]?.name).toBe(first)
  })

  it('get the format that they read, if it is served', () => {
    const names = (urls: Parameters<typeof appLinks>[1]) =>
      appLinks('linux', urls, titled('x')).map(({ name }) => name)
    expect(names({ raw: url })).toEqual(['Hiddify', 'Happ', 'Karing'])
    expect(names({ raw: url, clash: url, singbox: url })).toEqual([
      ...['Hiddify', 'Happ', 'Karing', 'Clash Verge', 'Koala Clash', 'FlClash', 'sing-box'],
    ])
  })

  it('get the URL inside their own scheme', () => {
    const hrefs = (platform: Parameters<typeof appLinks>[0], at = url, hasDevices = false) =>
      Object.fromEntries(
        appLinks(platform, { raw: at, clash: at, singbox: at }, { title: 'a&b', hasDevices }).map(
          ({ name, href }) => [name, href],
        ),
      )
    const coded = 'https%3A%2F%2Fsub.example%2Fsub%2Fabc'
    expect({ ...hrefs('android'), ...hrefs('ios'), ...hrefs('windows') }).toEqual({
      v2rayNG: `v2rayng://install-sub?url=${coded}#a%26b`,
      Hiddify: `hiddify://import/${url}#a%26b`,
      Happ: `happ://add/${url}`,
      INCY: `incy://add/${url}`,
      v2RayTun: `v2raytun://import/${url}`,
      V2Box: `v2box://install-sub?url=${coded}&name=a%26b`,
      Karing: `karing://install-config?url=${coded}&name=a%26b`,
      NekoBox: `clash://install-config?name=a%26b&url=${coded}`,
      FlClash: `flclash://install-config?name=a%26b&url=${coded}`,
      'Clash Meta': `clashmeta://install-config?name=a%26b&url=${coded}`,
      'Clash Verge': `clash-verge://install-config?name=a%26b&url=${coded}`,
      'Koala Clash': `koala-clash://install-config?name=a%26b&url=${coded}`,
      'sing-box': `sing-box://import-remote-profile?url=${coded}#a%26b`,
      Streisand: `streisand://import/${coded}`,
      Shadowrocket: `shadowrocket://add/sub://${Buffer.from(url).toString('base64url')}?remark=a%26b`,
    })
    expect(hrefs('ios', url, true).Karing).toMatch(/&hwid=true$/)
    // It decodes twice.
    const odd = hrefs('android', `${url}%20d`).v2rayNG ?? ''
    expect(decodeURIComponent(decodeURIComponent(odd.slice(odd.indexOf('url=') + 4, odd.indexOf('#'))))).toBe(
      `${url}%20d`,
    )
  })

  it('offers the first app of a phone in its store', () => {
    for (const [platform, store] of [
      ['android', 'https://play.google.com/'],
      ['ios', 'https://apps.apple.com/'],
    ] as const)
      expect(appLinks(platform, { raw: url }, titled('x'))[0]?.store).toContain(store)
  })
})
