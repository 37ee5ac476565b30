import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { shareLink } from '../links/link.ts'
import { defaults } from '../settings/stored.ts'
import { clashConfig } from './clash.ts'
import { infoEntries, infoEntry, needsInfo, usageText } from './info-entry.ts'
import { jsonConfigs } from './json.ts'
import { singboxConfig } from './singbox.ts'

const now = 1_800_000_000_000
const day = 86_400_000
const usage = { up: 1, down: 2 ** 30 - 1, total: 3 * 2 ** 30, expiryTime: now + 5 * day }
const server = { ...infoEntry('server', 7), host: 'a.example', isInfo: undefined }
const { isInfo: _, ...real } = server

describe('an entry that is a message', () => {
  test.each([
    [[usage], true, '📊 2.00GB ⏳ 5D'],
    [[{ ...usage, total: 0, expiryTime: 0 }], true, '📊 1.00GB / ∞ ⏳ ∞'],
    [[{ ...usage, up: usage.total, expiryTime: now - 1 }], false, '⛔️ 📊 0.00B ⏳ 0'],
  ] as const)('of %j says what is left', (clients, inService, text) => {
    expect(usageText(clients, inService, now)).toBe(text)
  })

  test('goes to apps that read no header', () => {
    for (const agent of ['v2rayNG/2.3.5', 'v2rayN/7.24', 'SFA/1.14', 'Shadowrocket/2', '']) {
      expect([agent, needsInfo(agent)]).toEqual([agent, true])
    }
    for (const agent of [
      ...[
        'Happ/3.1',
        'INCY/1.0/ios',
        'v2raytun/android',
        'HiddifyNext/4.1.2 (ios) like ClashMeta v2ray sing-box',
      ],
      ...[
        'NekoBox/Android/1.4',
        'clash-verge/v2.5',
        'koala-clash/v1',
        'FlClash/v0.8',
        'ClashMetaForAndroid/2.11',
      ],
    ])
      expect([agent, needsInfo(agent)]).toEqual([agent, false])
  })

  test('is one line for each line of a text, each at a port of its own', () => {
    expect(infoEntries('a\n\n b \n').map(({ remark, port }) => [remark, port])).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  test('is a link, and never chosen by a program', () => {
    const entries = [infoEntry('left: 5', 0), real]
    expect(shareLink(entries[0] ?? real)).toMatch(/^vless:\/\/0{8}-[0-]+@127\.0\.0\.1:1\?.*#left%3A%205$/)
    expect(jsonConfigs(entries, defaults)[0]).toMatchObject({ remarks: 'left: 5' })
    const box = JSON.parse(singboxConfig(entries).body)
    expect(box.outbounds.slice(0, 2)).toEqual([
      {
        type: 'selector',
        tag: 'select',
        outbounds: ['auto', 'left: 5', 'server', 'direct'],
        default: 'auto',
      },
      { type: 'urltest', tag: 'auto', outbounds: ['server'] },
    ])
    const alone = JSON.parse(singboxConfig(entries.slice(0, 1)).body)
    expect(alone.outbounds[0]).toMatchObject({ outbounds: ['left: 5', 'direct'], default: 'direct' })
    const clash = parseYaml(clashConfig(entries).body)
    expect(clash['proxy-groups'][0].proxies).toEqual(['server', 'DIRECT', 'left: 5'])
  })
})
