import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isAccessLine, parseAccessLine } from './access-line.ts'

const at = new Date(2026, 10, 15, 9, 6, 14, 143).getTime()
const day = '2026/11/15 09:06:14.143427'
const line = (rest: string) => parseAccessLine(`${day} ${rest}`)

// Lines of Xray 26.7.28.
it.each([
  [
    '127.0.0.2:43613 accepted tcp:127.0.0.1:41965 [inbound-39811 >> direct] email: ann',
    '127.0.0.2:43613',
    'inbound-39811',
    'direct',
    'tcp:127.0.0.1:41965',
    'ann',
  ],
  [
    'tcp:[::1]:36778 accepted udp:127.0.0.1:27200 [inbound-27001 >> direct] email: ann@x.y',
    '[::1]:36778',
    'inbound-27001',
    'direct',
    'udp:127.0.0.1:27200',
    'ann@x.y',
  ],
  [
    '[2001:DB8::1]:36770 accepted tcp:a.example:443 [inbound-27001 -> blocked] email: ann',
    '[2001:db8::1]:36770',
    'inbound-27001',
    'blocked',
    'tcp:a.example:443',
    'ann',
  ],
  [
    '127.0.0.1:50158 accepted 127.0.0.1:27200 [inbound-[::1]:27002 >> direct] email: ann',
    '127.0.0.1:50158',
    'inbound-[::1]:27002',
    'direct',
    '127.0.0.1:27200',
    'ann',
  ],
  [
    'udp:[::1]:39990 accepted udp:[::2]:53 [legacy ==> a b] email: ann',
    '[::1]:39990',
    'legacy',
    'a b',
    'udp:[::2]:53',
    'ann',
  ],
  [
    '[::ffff:192.0.2.7]:5 accepted tcp:x:1 [in -> out] email: ann',
    '192.0.2.7:5',
    'in',
    'out',
    'tcp:x:1',
    'ann',
  ],
  ['192.0.2.7:5 accepted tcp:x:1 email: ann', '192.0.2.7:5', '', '', 'tcp:x:1', 'ann'],
])('reads %s', (rest, peer, inbound, outbound, target, email) => {
  expect(line(`from ${rest}`)).toEqual({ peer, inbound, outbound, target, email, user: email, at })
  expect(line(`from ${rest}\r`)).toEqual({ peer, inbound, outbound, target, email, user: email, at })
})

it.each([
  'from tcp:127.0.0.1:34802 accepted tcp:127.0.0.1:41965 [door -> out]',
  'from 127.0.0.1:34802 rejected  proxy/vless/encoding: invalid request user id',
  'from @ accepted tcp:127.0.0.1:41965 [in -> out] email: ann',
  'from 127.0.0.1:0 accepted tcp:x:1 [in -> out] email: ann',
  'from 127.0.0.1:70000 accepted tcp:x:1 [in -> out] email: ann',
  'from a.example:1 accepted tcp:x:1 [in -> out] email: ann',
  '[Warning] core: Xray 26.7.28 started',
  '[Info] a client accepted it from 127.0.0.1:1',
])('leaves alone: %s', (rest) => {
  expect(line(rest)).toBeUndefined()
})

it('a device is a user of its own, and its client’s', () => {
  const rest = 'from 192.0.2.7:5 accepted tcp:x:1 [in -> out] email: 7/ann'
  expect(line(rest)).toMatchObject({ email: 'ann', user: '7/ann' })
})

it('a target cannot impersonate another client', () => {
  const sly = 'from 192.0.2.1:9 accepted tcp:x:1]_email:_bob [in -> out] email: ann'
  expect(line(sly)).toMatchObject({ email: 'ann', peer: '192.0.2.1:9' })
})

it('accepts any text without an error', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = parseAccessLine(`${day} from ${text} accepted ${text}`)
      return found === undefined || found.peer.includes(':')
    }),
  )
})

it('distinguishes a complete line from a fragment', () => {
  const all = ['from @ accepted tcp:x:1 [in -> out]', 'from 1.2.3.4:5 accepted x:1 [in >> out] email: ann']
  const pieces = ['from 1.2.3.4:5 accepted tcp:x', 'from 1.2.3.4:5 rejected  EOF', '[Warning] accepted ']
  expect(all.map((rest) => isAccessLine(`${day} ${rest}`))).toEqual([true, true])
  expect(pieces.map((rest) => isAccessLine(`${day} ${rest}`))).toEqual([false, false, false])
})
