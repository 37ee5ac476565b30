import { describe, expect, it } from 'vitest'
import { type SettingKey, settingKeys } from '#contract/settings.ts'
import { Refusal } from '../refusal.ts'
import { assign } from './merge.ts'
import { defaults } from './stored.ts'
import { validate } from './validate.ts'

function refusalOf(values: Parameters<typeof assign>[1]): Refusal | null {
  const { next, changed } = assign(defaults, values)
  try {
    validate(next, changed)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const good: [SettingKey, unknown[]][] = [
  ['webListen', ['0.0.0.0', '::', '[::1]', 'fe80::1', '::ffff:1.2.3.4', ' 10.0.0.1 ']],
  ['webPort', [1, 65535]],
  ['webBasePath', ['/', '', 'secret', '/a/b', '/~x.y_z-1/']],
  ['trustedProxyCIDRs', ['', '10.0.0.0/8', '10.0.0.1, fd00::/8 ,::1', '0.0.0.0/0']],
  ['timeLocation', ['UTC', 'Local', 'Asia/Tehran']],
  ['sessionMaxAge', [1, 525_600]],
  ['tgBotAPIServer', ['', 'https://api.telegram.org', 'http://bot.example:8081/x']],
  ['externalTrafficInformURI', ['HTTPS://example.com/a?b=c', 'http://[2001:db8::1]:80/']],
  ['subSupportUrl', ['https://t.me/x', 'tg://resolve?domain=x', 'mailto:a@b.c']],
  ['tgBotProxy', ['socks5://u:p@127.0.0.1:1080', 'http://x', 'https://u:p@x:8443']],
  ['tgBotChatId', ['1,2', '-1001234567890']],
  ['tgRunTime', ['@daily', '@every 1h30m', '0 30 8 * * *', '*/5 * * * mon-fri']],
  ['tgLang', ['en-US', 'fa-IR', 'zh-Hant-TW']],
  ['subJsonRules', ['', '[]', ' {"a":1}\n']],
  ['remarkModel', ['-ieo', ' ie', '@oei', '-']],
  ['datepicker', ['jalalian', 'jalali']],
  ['webDomain', ['panel.example.com', 'a_b.c', '1.2.3.4', 'پنل.example']],
  ['subClashUserAgentRegex', ['', '(?i)(clash|mihomo)', '^x$']],
  ['twoFactorToken', ['JBSWY3DPEHPK3PXP', 'jbsw y3dp ehpk 3pxp']],
  ['subAnnounce', ['two\nlines', '🙂']],
]

const bad: [SettingKey, unknown[]][] = [
  ['webListen', ['localhost', '1.2.3', '01.2.3.4', '1.2.3.256', '::g', '1.2.3.4:80', '*', '1.2.3.4\0']],
  ['subListen', ['example.com', '0x7f000001']],
  ['webPort', [0, 65536, -1, 1.5, Number.NaN]],
  ['subPort', [0, 70000]],
  [
    'webBasePath',
    [
      '/a b/',
      '/a\\b/',
      '/../',
      '/a/../b',
      '/./',
      '/a?b',
      '/a#b',
      '/a//b',
      '/a\nb/',
      '/:id/',
      '/a;b',
      '/%2e/',
    ],
  ],
  ['subPath', ['/a b/', '/*/', `/${'x'.repeat(300)}/`]],
  [
    'trustedProxyCIDRs',
    ['10.0.0.0/33', 'example.com', '::/129', '1.2.3.4/', '1.2.3.4/8/8', '1.2.3.4/-1', '1.2.3.4/08'],
  ],
  ['timeLocation', ['', 'Mars/Base', 'UTC; drop']],
  ['sessionMaxAge', [0, 525_601]],
  ['pageSize', [-1, 1001]],
  ['trafficDiff', [-1, 101]],
  ['expireDiff', [-1]],
  ['tgCpu', [101]],
  ['subUpdates', [-1, 525_601]],
  ['ldapPort', [0]],
  ['tgBotAPIServer', ['ftp://x', 'example.com', 'http://', 'http:x', 'javascript:alert(1)', 'http://a b/']],
  ['externalTrafficInformURI', ['//example.com', 'file:///etc/passwd']],
  ['subURI', ['/sub/', 'data:text/html,x']],
  ['subSupportUrl', ['javascript:alert(1)', 't.me/x', 'https://x/\r\nSet-Cookie: a']],
  ['tgBotProxy', ['127.0.0.1:1080', 'ftp://x', 'socks4://x']],
  ['tgBotChatId', ['abc', '1;2']],
  ['tgRunTime', ['', 'soon', '* * *', '@every', '@every 5 minutes', '* * * * * * *']],
  ['tgLang', ['', 'english!', '../x']],
  ['subJsonMux', ['{', '1', 'null', '"x"']],
  ['remarkModel', ['', 'ieo', '-x', '-ii', '--']],
  ['datepicker', ['', 'mayan']],
  ['webDomain', ['a:80', 'http://a', 'a..b', '-a', 'a b', '1.2.3', `${'a'.repeat(64)}.b`]],
  ['subTitle', ['a\r\nb', 'a\0', '\ud800', 'x'.repeat(20_000)]],
  ['subAnnounce', ['a\0b']],
  ['subJsonUserAgentRegex', ['(', '[', '(?ii)x']],
  ['smtpEncryptionType', ['ssl3']],
  ['twoFactorToken', ['short', 'JBSWY3DPEHPK3PX1']],
]

const each = (rows: [SettingKey, unknown[]][]) =>
  rows.flatMap(([key, list]) => list.map((v) => [key, v] as const))

describe('one value', () => {
  it.each(each(good))('takes %s = %j', (key, value) => {
    expect(refusalOf({ [key]: value })).toBeNull()
  })

  it.each(each(bad))('refuses %s = %j, names it and says what is allowed', (key, value) => {
    const refusal = refusalOf({ [key]: value })
    expect(refusal?.field).toBe(key)
    expect(refusal?.message).toMatch(new RegExp(`^${key}: `))
  })

  it('finds nothing wrong with the defaults', () => {
    expect(() => validate(defaults, settingKeys)).not.toThrow()
  })

  it('does not repeat the value, which may be a secret', () => {
    expect(refusalOf({ tgBotProxy: 'hunter2' })?.message).not.toContain('hunter2')
  })

  it('leaves an old value alone when something else is edited', () => {
    const old = { ...defaults, webDomain: 'http://old', pageSize: 26 }
    expect(() => validate(old, ['pageSize'])).not.toThrow()
  })

  it('judges megabytes of slashes without going quadratic', () => {
    expect(refusalOf({ webBasePath: `${'/'.repeat(2_000_000)}x y` })?.field).toBe('webBasePath')
    expect(refusalOf({ webBasePath: `x y${'/'.repeat(2_000_000)}z` })?.field).toBe('webBasePath')
  })
})

describe('values that must fit together', () => {
  it.each([
    [{ subPort: 2053 }, 'subPort'],
    [{ webPort: 2096 }, 'webPort'],
    [{ webPort: 2096, webListen: '0.0.0.0' }, 'webPort'],
    [{ subPort: 2053, subListen: '::', webListen: '10.0.0.1' }, 'subPort'],
    [{ subPort: 2053, webListen: '::' }, 'subPort'],
    [{ subPort: 2053, subListen: '0:0:0:0:0:0:0:1', webListen: '::1' }, 'subPort'],
  ])('refuses one address and port for both listeners: %j', (values, field) => {
    expect(refusalOf(values)?.field).toBe(field)
  })

  it.each([
    { subPort: 2053, subListen: '127.0.0.2' },
    { subPort: 2053, subListen: '::1', webListen: '0.0.0.0' },
    { subPort: 2053, subEnable: false },
  ])('lets listeners share a port where they do not meet: %j', (values) => {
    expect(refusalOf(values)).toBeNull()
  })

  it('refuses two subscription formats on one path', () => {
    const refusal = refusalOf({ subJsonPath: 'sub' })
    expect(refusal?.field).toBe('subJsonPath')
    expect(refusal?.message).toContain('subPath')
  })

  it.each([
    [{ webCertFile: '/c.pem' }, 'webKeyFile'],
    [{ subKeyFile: '/k.pem' }, 'subCertFile'],
  ])('refuses half a certificate: %j', (values, field) => {
    expect(refusalOf(values)?.field).toBe(field)
    expect(refusalOf({ webCertFile: '/c.pem', webKeyFile: '/k.pem' })).toBeNull()
  })
})
