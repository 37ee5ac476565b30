import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Format } from '#contract/settings/row.ts'
import {
  AllSettingView,
  DefaultSettings,
  rowOf,
  type Settings,
  SettingsUpdate,
  secretKeys,
  settingKeys,
} from '#contract/settings.ts'
import { Refusal } from '../refusal.ts'
import { defaultSettingsView } from './default-view.ts'
import { normalise } from './formats.ts'
import { assign, merge, mergeSecret } from './merge.ts'
import { redact } from './redact.ts'
import { defaults, parse, serialise } from './stored.ts'
import { complaintAbout, twoFactorChange, validate } from './validate.ts'

const anyLine = fc.string({ unit: 'grapheme' }).filter((t) => complaintAbout('subTitle', t) === null)
const samples: Record<Format, fc.Arbitrary<string>> = {
  base32: fc.constantFrom('', 'JBSWY3DPEHPK3PXP', 'ABCDEFGHIJKLMNOPQRST'),
  cidrs: fc.constantFrom('', '10.0.0.0/8', '::1/128,192.0.2.1'),
  colour: fc.constantFrom('', '#0b6c78', '#FFFFFF'),
  picture: fc.constantFrom('', 'data:image/png;base64,iVBORw0KGgo='),
  cron: fc.constantFrom('@daily', '@every 5m', '0 0 * * *'),
  file: fc.constantFrom('', '/etc/x.pem'),
  host: fc.constantFrom('', 'example.com', '2001:db8::1'),
  hosts: fc.constantFrom('', 'a.example', 'a.example,2001:db8::1'),
  ids: fc.constantFrom('', '1', '1,-2'),
  ip: fc.constantFrom('', '0.0.0.0', '::1'),
  json: fc.jsonValue().map((v) => JSON.stringify([v])),
  language: fc.constantFrom('en-US', 'fa'),
  line: anyLine,
  link: fc.constantFrom('', 'tg://x'),
  path: fc.stringMatching(/^\/([a-z]{1,5}\/){0,3}$/),
  proxy: fc.constantFrom('', 'socks5://h:1'),
  regex: fc.constantFrom('', '(?i)x'),
  'remark model': fc.constantFrom('-ieo', ' o'),
  text: fc.constantFrom('', 'a\nb'),
  time: fc.constantFrom('', '22:30'),
  timezone: fc.constantFrom('Local', 'Asia/Tokyo'),
  url: fc.constantFrom('', 'https://example.com/'),
}

const arbitraryOf = (key: (typeof settingKeys)[number]): fc.Arbitrary<boolean | number | string> => {
  const row = rowOf(key)
  if (row.type === 'bool') return fc.boolean()
  if (row.type === 'int') return fc.integer({ min: row.min, max: row.max })
  return row.choices ? fc.constantFrom(...row.choices) : samples[row.format]
}
// fc.record gets the exact keys, each with its own arbitrary
const anySettings = fc.record(
  Object.fromEntries(settingKeys.map((key) => [key, arbitraryOf(key)])),
) as unknown as fc.Arbitrary<Settings>

describe('stored texts', () => {
  it('survive a round trip', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const rows = settingKeys.map((key) => ({ key, value: serialise(settings[key]) }))
        expect(parse(rows)).toEqual({ settings, broken: [] })
      }),
      { numRuns: 50 },
    )
  })

  it('never produce a setting that its own rule refuses, whatever was stored', () => {
    const rows = fc.array(
      fc.record({ key: fc.constantFrom(...settingKeys, '__proto__'), value: fc.string() }),
    )
    fc.assert(
      fc.property(rows, (stored) => {
        const { settings } = parse(stored)
        for (const key of settingKeys) expect(complaintAbout(key, settings[key])).toBeNull()
      }),
    )
  })

  it('fall back to the default where they are missing or broken, and say which', () => {
    const { settings, broken } = parse([
      { key: 'webPort', value: '99999' },
      { key: 'subEnable', value: 'FALSE' },
      { key: 'subPath', value: 's' },
      { key: 'nodeMtlsFoo', value: 'x' },
      { key: 'pageSize', value: '50' },
      { key: 'pageSize', value: '60' },
    ])
    expect(settings).toEqual({ ...defaults, subEnable: false, subPath: '/s/', pageSize: 50 })
    expect(broken.map((b) => b.key)).toEqual(['webPort'])
  })

  it('keep two-factor login on when its switch cannot be read', () => {
    const rows = [
      { key: 'twoFactorEnable', value: '???' },
      { key: 'twoFactorToken', value: 'JBSWY3DPEHPK3PXP' },
    ]
    expect(parse(rows).settings.twoFactorEnable).toBe(true)
    expect(parse(rows.slice(0, 1)).settings.twoFactorEnable).toBe(false)
  })
})

describe('the redacted view', () => {
  it('sent back whole changes nothing, as JSON and as a form', () => {
    fc.assert(
      fc.property(anySettings, fc.boolean(), (settings, hasApiToken) => {
        const view = AllSettingView.parse(redact(settings, { hasApiToken }))
        const form = Object.fromEntries(Object.entries(view).map(([k, v]) => [k, String(v)]))
        for (const body of [view, form]) {
          const { next, changed } = merge(settings, SettingsUpdate.parse(body))
          expect(changed).toEqual([])
          expect(next).toEqual(settings)
          expect(twoFactorChange(settings, next)).toBe('none')
        }
      }),
      { numRuns: 50 },
    )
  })

  it('holds no secret', () => {
    const secrets = Object.fromEntries(secretKeys.map((key) => [key, `s3cret-${key}`]))
    const view = redact({ ...defaults, ...secrets, secret: 's3cret' }, { hasApiToken: false })
    expect(JSON.stringify(view)).not.toContain('s3cret')
    expect(view).toMatchObject({
      tgBotToken: '',
      hasTgBotToken: true,
      hasWarpSecret: true,
      hasApiToken: false,
    })
    expect(redact(defaults, { hasApiToken: true })).toMatchObject({ hasNordSecret: false, hasApiToken: true })
  })
})

describe('merge', () => {
  const stored = { ...defaults, tgBotToken: 'tok', ldapPassword: 'pw', smtpPassword: 'mail' }

  it('keeps absent keys and blank secrets, clears by flag, lets a new value win over its flag', () => {
    expect(merge(stored, { tgBotToken: '', ldapPassword: ' ' }).changed).toEqual([])
    expect(merge(stored, { clearTgBotToken: true, clearLdapPassword: true }).next).toMatchObject({
      tgBotToken: '',
      ldapPassword: '',
      smtpPassword: 'mail',
    })
    expect(merge(stored, { clearTgBotToken: true, tgBotToken: 'new' }).next.tgBotToken).toBe('new')
  })

  it('tells what changed, and sees through spelling', () => {
    const { next, changed } = merge(stored, {
      subPath: 'sub',
      subJsonPath: '/j',
      webPort: 2054,
      pageSize: 25,
    })
    expect(changed.toSorted()).toEqual(['subJsonPath', 'webPort'])
    expect(next).toMatchObject({ subPath: '/sub/', subJsonPath: '/j/', webPort: 2054 })
    expect(stored.webPort).toBe(2053)
  })

  it('normalises once: a second time changes nothing', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[ /[\],=a.-]{0,12}$/))
    fc.assert(
      fc.property(fc.constantFrom(...settingKeys), text, (key, value) => {
        const once = normalise(key, value)
        expect(normalise(key, once)).toBe(once)
      }),
      { examples: ['[ ]', '[[::1]]', ' [a] '].map((value): ['webListen', string] => ['webListen', value]) },
    )
  })

  it('sets and clears one secret', () => {
    expect(mergeSecret(stored, 'tgBotToken', 'x').next.tgBotToken).toBe('x')
    expect(mergeSecret(stored, 'ldapPassword', '').next.ldapPassword).toBe('')
    const on = { ...stored, twoFactorEnable: true, twoFactorToken: 'JBSWY3DPEHPK3PXP' }
    const off = mergeSecret(on, 'twoFactorToken', '')
    expect(off.next).toMatchObject({ twoFactorEnable: false, twoFactorToken: '' })
    expect(twoFactorChange(on, off.next)).toMatchObject({ needsCodeOf: 'current' })
    const { next, changed } = mergeSecret(stored, 'warp', 'no json')
    expect(() => validate(next, changed)).toThrow(Refusal)
  })
})

describe('two-factor rules (R15)', () => {
  const a = 'JBSWY3DPEHPK3PXP'
  const b = 'ABCDEFGHIJKLMNOP'
  const off = defaults
  const on = { ...defaults, twoFactorEnable: true, twoFactorToken: a }
  it.each([
    [
      'enabling needs the new one',
      off,
      { twoFactorEnable: true, twoFactorToken: a },
      { needsCodeOf: 'new', secret: a },
    ],
    [
      'disabling needs the current one',
      on,
      { twoFactorEnable: false },
      { needsCodeOf: 'current', secret: a },
    ],
    ['replacing needs the current one', on, { twoFactorToken: b }, { needsCodeOf: 'current', secret: a }],
    ['a blank secret keeps', on, { twoFactorEnable: true, twoFactorToken: '' }, 'none'],
    ['the same secret keeps', on, { twoFactorToken: a.toLowerCase() }, 'none'],
    ['staying off', off, { twoFactorEnable: false, twoFactorToken: '' }, 'none'],
    [
      'off and on in one call',
      on,
      { twoFactorEnable: false, twoFactorToken: b },
      { needsCodeOf: 'current', secret: a },
    ],
  ])('%s', (_, current, patch, verdict) => {
    expect(twoFactorChange(current, merge(current, patch).next)).toEqual(verdict)
  })

  it('forgets the secret when it is switched off', () => {
    expect(merge(on, { twoFactorEnable: false }).next.twoFactorToken).toBe('')
  })

  it('refuses to enable without a secret', () => {
    const { next } = merge(off, { twoFactorEnable: true })
    expect(() => twoFactorChange(off, next)).toThrow(/twoFactorToken/)
  })
})

describe('defaultSettings', () => {
  const view = (values: Partial<Settings>, tls = false, requestHost = 'req.example', address = '0.0.0.0') => {
    const { next } = assign(defaults, values)
    const sub = { tls, port: next.subPort, address }
    return DefaultSettings.parse(defaultSettingsView(next, { requestHost, sub }))
  }

  it.each([
    [{}, '127.0.0.1', 'panel.example', true],
    [{}, '::1', 'panel.example', true],
    [{ subDomain: 'sub.example' }, '127.0.0.1', 'panel.example', true],
    [{}, '0.0.0.0', '127.0.0.1', true],
    [{}, '0.0.0.0', 'localhost', true],
    [{ publicHost: '192.0.2.1' }, '0.0.0.0', '127.0.0.1', false],
    [{}, '0.0.0.0', 'panel.example', false],
    [{ subURI: 'https://cdn.example/s/' }, '127.0.0.1', '127.0.0.1', false],
  ])('%j on %s, seen as %s: this server only is %s', (values, address, host, isLocal) => {
    expect(view(values, false, host, address).subLocalOnly.includes('subURI')).toBe(isLocal)
  })

  it.each([
    [{}, false, 'req.example', 'http://req.example:2096/sub/'],
    [{}, true, 'req.example', 'https://req.example:2096/sub/'],
    [{ subPort: 443 }, true, 'req.example', 'https://req.example/sub/'],
    [{ subPort: 443 }, false, 'req.example', 'http://req.example:443/sub/'],
    [{ subPort: 80 }, false, 'req.example', 'http://req.example/sub/'],
    [{}, false, '2001:db8::1', 'http://[2001:db8::1]:2096/sub/'],
    [{}, false, '[::1]', 'http://[::1]:2096/sub/'],
    [{ publicHost: 'pub.example' }, false, 'req.example', 'http://pub.example:2096/sub/'],
    [{ subDomain: 'sub.example', publicHost: 'pub.example' }, false, 'x', 'http://sub.example:2096/sub/'],
    [{ subURI: 'https://cdn.example/s/' }, false, 'x', 'https://cdn.example/s/'],
  ])('%j tls=%s host=%s gives %s', (values, subTls, host, uri) => {
    expect(view(values, subTls, host).subURI).toBe(uri)
  })

  it('reports what pages start with', () => {
    expect(view({ expireDiff: 3, webCertFile: '/c', webKeyFile: '/k', ipLimitEnable: true })).toMatchObject({
      expireDiff: 3,
      defaultCert: '/c',
      defaultKey: '/k',
      ipLimitEnable: true,
      subJsonURI: 'http://req.example:2096/json/',
      subClashURI: 'http://req.example:2096/clash/',
      subSingboxURI: 'http://req.example:2096/singbox/',
    })
  })
})
