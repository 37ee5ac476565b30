import { expect, it } from 'vitest'
import { refusedHandshake } from './refused-handshake.ts'

const at = '2026/11/19 03:18:32.556716'
const id = '22222222-2222-2222-2222-222222222222'
const reality = `${at} [Info] transport/internet/tcp: REALITY: processed invalid connection from`

it.each([
  [
    `${at} from 203.0.113.7:52130 rejected  proxy/vless/encoding: invalid request user id: ${id}`,
    { address: '203.0.113.7', why: 'key', detail: id },
  ],
  [
    `${at} from tcp:[2001:db8::7]:52130 rejected  proxy/vless/encoding: invalid request user id: ${id}`,
    { address: '2001:db8::7', why: 'key', detail: id },
  ],
  [
    `${at} [Info] [604845] app/proxyman/inbound: connection ends > shadowsocks: serve TCP from 203.0.113.7:43380: invalid request`,
    { address: '203.0.113.7', why: 'key', detail: '' },
  ],
  [
    `${reality} 203.0.113.7:35228: server name mismatch: b.example`,
    { address: '203.0.113.7', why: 'name', detail: 'b.example' },
  ],
  [
    `${reality} 203.0.113.7:56814: authentication failed or validation criteria not met`,
    { address: '203.0.113.7', why: 'reality', detail: '' },
  ],
])('reads %s', (line, found) => {
  expect(refusedHandshake(line)).toEqual(found)
})

it.each([
  `${at} from 203.0.113.7:52130 accepted tcp:a.example:443 [in -> out] email: ann`,
  `${at} from 203.0.113.7:52130 rejected  proxy/vless/encoding: invalid request version`,
  `from 203.0.113.7:52130 rejected  proxy/vless/encoding: invalid request user id: ${id}`,
  `${at} [Warning] a client asked for "${reality} 203.0.113.7:1: server name mismatch: x"`,
])('says nothing about %s', (line) => {
  expect(refusedHandshake(line)).toBeUndefined()
})
