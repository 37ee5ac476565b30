import { describe, expect, it } from 'vitest'
import { formTable } from '../inbounds/form/table.ts'
import { merge } from '../settings/merge.ts'
import { shownSetting } from '../settings/redact.ts'
import { defaults } from '../settings/stored.ts'
import { isSecretField, originOf, redacted, withoutSecrets } from './redact.ts'

describe('what is written down', () => {
  it('has no secret, whatever holds it and however deep it is', () => {
    const tls = { certificates: [{ certificate: ['a'], key: ['-----BEGIN', 'MIIE'] }], echServerKeys: 'x' }
    expect(redacted({ id: 7, streamSettings: { tlsSettings: tls } })).toEqual({
      id: 7,
      streamSettings: {
        tlsSettings: { certificates: [{ certificate: ['a'], key: '***' }], echServerKeys: '***' },
      },
    })
    expect(
      redacted({ accounts: [{ user: 'ann', pass: 'x' }], mldsa65Seed: 'x', decryption: 'none' }),
    ).toEqual({
      accounts: [{ user: 'ann', pass: '***' }],
      mldsa65Seed: '***',
      decryption: 'none',
    })
    expect(redacted({ password: 7, tokens: 3, hasToken: true, secret: '' })).toEqual({
      password: '***',
      tokens: 3,
      hasToken: true,
      secret: '',
    })
  })

  it.each([
    ['socks5://user:pw@h:1080', 'socks5://user:***@h:1080'],
    ['https://h/in?access_token=abc&x=1', 'https://h/in?access_token=***&x=1'],
    ['see vless://uuid@h:443?a=b#c now', 'see vless://*** now'],
    ['https://h/in?page=1', 'https://h/in?page=1'],
  ])('%s is written as %s', (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown)
    expect(redacted([{ note: text }])).toEqual([{ note: shown }])
  })

  it('has the host of an address whose path is a secret', () => {
    expect(originOf('https://u:p@hooks.example:8443/services/T0/B0')).toBe('https://hooks.example:8443/***')
    expect(originOf('no address')).toBe('***')
  })

  it('knows every field of the inbound form that holds a key or a password', () => {
    const open = [
      'publicKey',
      'masterKeyLog',
      'keyFile',
      'authority',
      'xPaddingKey',
      'seqKey',
      'sessionKey',
      'sessionIDKey',
      'uplinkDataKey',
    ]
    const like = /pass|secret|token|key|seed|psk|auth/i
    const names = formTable.map(({ path }) => path.split('.').at(-1) ?? '')
    const found = names.filter((name) => like.test(name) && !isSecretField(name))
    expect(found.filter((name) => !open.includes(name))).toEqual([])
  })
})

describe('a setting that is an address with a password', () => {
  const stored = { ...defaults, tgBotProxy: 'socks5://user:pw@proxy.example:1080' }

  it('is shown without it, and a form that sends it back keeps it', () => {
    const shown = shownSetting('tgBotProxy', stored.tgBotProxy)
    expect(shown).toBe('socks5://user:***@proxy.example:1080')
    expect(merge(stored, { tgBotProxy: shown }).changed).toEqual([])
    expect(merge(stored, { tgBotProxy: '' }).next.tgBotProxy).toBe('')
    expect(merge(stored, { tgBotProxy: 'socks5://a:b@c:1' }).next.tgBotProxy).toBe('socks5://a:b@c:1')
  })

  it('never goes to another address with the stored password', () => {
    expect(() => merge(stored, { tgBotProxy: 'socks5://user:***@evil.example:1080' })).toThrow(
      expect.objectContaining({ code: 'setting.password-again', field: 'tgBotProxy' }),
    )
  })
})
