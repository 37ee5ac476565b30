import { expect, it } from 'vitest'
import { realityInbound, trojanInbound } from '#domain/inbounds/templates.ts'
import { adviceFor } from './advice.ts'

const parts = {
  remark: '',
  port: 443,
  target: 'www.example.com:443',
  serverName: 'www.example.com',
  privateKey: 'k',
  publicKey: 'p',
  shortIds: ['ab'],
}
const textsOf = (form: object, child = false) => adviceFor({ ...form }, child).map(({ text }) => text)

it('has no advice for the template', () => {
  expect(textsOf(realityInbound(parts))).toEqual([])
})

it('names what Reality requires', () => {
  const form = { protocol: 'vless', streamSettings: { security: 'reality', realitySettings: {} } }
  expect(textsOf(form)).toEqual([
    'advice.target',
    'advice.serverNames',
    'advice.privateKey',
    'advice.shortIds',
  ])
  expect(textsOf(realityInbound({ ...parts, serverName: 'www.apple.com' }))).toEqual(['advice.knownSite'])
})

it('asks for a certificate', () => {
  const files = { certificateFile: '', keyFile: '' }
  expect(textsOf(trojanInbound({ ...parts, ...files }))).toEqual(['advice.certificate'])
  expect(textsOf(trojanInbound({ ...parts, certificateFile: '/a', keyFile: '/b' }))).toEqual([])
})

it('warns of an inbound without security, but not behind a fallback master or on loopback', () => {
  const form = { protocol: 'vless', listen: '', streamSettings: { network: 'ws', security: 'none' } }
  expect(textsOf(form)).toEqual(['advice.bare'])
  expect(textsOf(form, true)).toEqual([])
  expect(textsOf({ ...form, listen: '127.0.0.1' })).toEqual([])
  expect(textsOf({ ...form, settings: { decryption: 'mlkem768.x' } })).toEqual([])
})
