import { expect, it } from 'vitest'
import { createLogForgeryGuard } from './log-forgery-guard.ts'

const day = '2026/11/15 09:06:14.143427'
const accepted = (peer: string, email: string) =>
  `${day} from ${peer} accepted tcp:x:1 [in >> direct] email: ${email}`
const heard = (lines: readonly string[], everyMs = 0) => {
  let now = 0
  const read = createLogForgeryGuard(() => {
    now += everyMs
    return now
  })
  return lines.map((line) => {
    const { found, withdrawn } = read(line)
    if (found) return `${found.peer} ${found.email}`
    return withdrawn.length > 0 ? `not ${withdrawn.map(({ peer }) => peer).join()}` : ''
  })
}

it('trusts consecutive lines of the core', () => {
  const api = `${day} from 127.0.0.1:4 accepted tcp:127.0.0.1:1 [api -> api]`
  expect(heard([accepted('192.0.2.1:1', 'ann'), api, '', accepted('192.0.2.1:2', 'bob')])).toEqual([
    '192.0.2.1:1 ann',
    '',
    '',
    '192.0.2.1:2 bob',
  ])
})

it('a client cannot forge a line in a name that the core refuses', () => {
  const refused = `${day} from 192.0.2.1:1 rejected  proxy/trojan: failed to read address and port > common/protocol: invalid domain name: x`
  const forged = accepted('192.0.2.9:9', 'bob')
  const honest = Array.from({ length: 4 }, (_, i) => accepted(`192.0.2.2:${i + 1}`, 'eve'))
  const [first, second, ...later] = heard([refused, forged, ...honest])
  expect([first, second]).toEqual(['', ''])
  expect(later.at(-1)).toBe('192.0.2.2:4 eve')
})

it('a line with its own timestamp is trusted', () => {
  const lines = [`${day} [Info] common: invalid domain name: x`, accepted('192.0.2.1:1', 'ann')]
  expect([heard(lines), heard(lines, 51)]).toEqual([
    ['', ''],
    ['', '192.0.2.1:1 ann'],
  ])
})

it('an error that quotes nothing from a client is no reason for distrust', () => {
  const lines = [
    `${day} from 192.0.2.1:1 rejected  proxy/vless: invalid request user id`,
    accepted('192.0.2.1:1', 'ann'),
  ]
  expect(heard(lines)).toEqual(['', '192.0.2.1:1 ann'])
})

it('nor in one that the core accepts: the leftover fragment reveals it', () => {
  const pieces = [accepted('192.0.2.1:1', 'bob'), ':80 [in >> direct] email: ann']
  expect(heard(pieces)).toEqual(['192.0.2.1:1 bob', 'not 192.0.2.1:1'])
  const broken = [
    `${day} from 192.0.2.1:1 accepted tcp:x`,
    accepted('192.0.2.9:9', 'bob'),
    ':80 [in >> direct] email: ann',
  ]
  expect(heard(broken)).toEqual(['', '', ''])
})

it('nor in several lines of one name: all that the name may contain are withdrawn, and no more', () => {
  const many = Array.from({ length: 40 }, (_, i) => accepted(`192.0.2.2:${i + 1}`, 'eve'))
  const forged = [accepted('192.0.2.1:1', 'bob'), accepted('192.0.2.9:9', 'bob')]
  const told = heard([...many, ...forged, ':80 [in >> direct] email: ann']).at(-1) ?? ''
  expect(told).toMatch(/^not .*,192\.0\.2\.1:1,192\.0\.2\.9:9$/)
  expect(told).not.toContain('192.0.2.2:1,')
})

it('tells for every line whether it is the core’s own, also for an error', () => {
  const read = createLogForgeryGuard(() => 0)
  const complaint = `${day} [Warning] common: invalid domain name: x`
  const lines = [complaint, `${day} [Error] app: made up`, 'rest', '', accepted('192.0.2.1:1', 'ann')]
  expect(lines.map((line) => read(line)).map(({ believed, isRest }) => [believed, isRest])).toEqual([
    [true, false],
    [false, false],
    [false, true],
    [false, false],
    [false, false],
  ])
})
