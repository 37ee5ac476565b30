import { expect, it } from 'vitest'
import { realityInbound } from '#domain/inbounds/templates.ts'
import { clientVersionHint, coreAdvice } from './core-advice.ts'

const template = realityInbound({
  ...{ remark: '', port: 443, target: 'www.example.com:443', serverName: 'www.example.com' },
  ...{ privateKey: 'k', publicKey: 'p', shortIds: ['ab'] },
})
const reality = (more: object) => ({
  protocol: 'vless',
  streamSettings: { network: 'tcp', security: 'reality', realitySettings: more },
})
const textsOf = (form: object, ...versions: string[]) =>
  coreAdvice({ ...form }, versions).map(({ text }) => text)

it('says what a Reality inbound meets in the versions that will run it', () => {
  expect(textsOf(template, '26.7.28')).toEqual([])
  expect(textsOf(template, '26.10.10')).toEqual(['advice.realityKeyShare'])
  expect(textsOf(template, '26.7.28', '26.10.10', '26.9.9')).toEqual(['advice.realityKeyShare'])
  expect(textsOf(reality({}), '26.7.28')).toEqual(['advice.realityBlank'])
  expect(textsOf(reality({}), '26.6.1')).toEqual([])
  expect(textsOf(reality({ minClientVer: '25.1.1' }), '26.6.1')).toEqual(['advice.realityHigh'])
  const ios = reality({ minClientVer: '1.0.0', settings: { fingerprint: 'ios' } })
  expect(textsOf(ios, '26.7.28')).toEqual([])
  expect(textsOf(ios, '26.9.9')).toEqual(['advice.realityKeyShare', 'advice.realityFingerprint'])
})

it('says what other inbounds meet', () => {
  const none = { protocol: 'shadowsocks', settings: { method: 'none' } }
  expect(textsOf(none, '26.7.28')).toEqual(['advice.cipherGone'])
  const xhttp = { network: 'xhttp', xhttpSettings: { sessionIDKey: 'x' } }
  expect(textsOf({ protocol: 'vless', streamSettings: xhttp }, '26.6.1')).toEqual(['advice.sessionNames'])
  expect(textsOf({ protocol: 'wireguard' }, '26.6.1')).toEqual(['advice.tunnelNotCounted'])
  expect(textsOf({ protocol: 'wireguard' }, '26.7.28', '26.10.10')).toEqual([])
})

it('says nothing while no version is known', () => {
  expect(textsOf(reality({}), '', 'Unknown')).toEqual([])
})

it('the hint of the minimum follows the version', () => {
  expect(clientVersionHint(['26.6.1'])).toBe('field.minClientVerOldHint')
  expect(clientVersionHint(['26.6.1', '26.7.28'])).toBe('field.minClientVerHint')
  expect(clientVersionHint(['26.6.1', '26.10.10'])).toBe('field.minClientVerNewHint')
  expect(clientVersionHint(['Unknown'])).toBe('field.minClientVerHint')
})
