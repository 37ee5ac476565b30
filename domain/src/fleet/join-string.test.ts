import { expect, test } from 'vitest'
import { blankNode, writtenNode } from '#domain/nodes/node.ts'
import { Refusal } from '#domain/refusal.ts'
import { joined, joinString, readJoinString } from './join-string.ts'

const invitation = {
  url: 'https://node.example.com:2053/mypanel/',
  pin: '0f'.repeat(32),
  token: 'aB3-_secret',
}
const text = joinString(invitation)

const codeOf = (given: string): string => {
  try {
    readJoinString(given)
    return 'read'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.field).toBe('join')
    return error.code
  }
}

test('it is one word, and is read as it was written', () => {
  expect(text).toMatch(/^sluice-join:v1:[A-Za-z0-9_:-]+$/)
  expect(readJoinString(text)).toEqual(invitation)
  expect(readJoinString(` "${text.slice(0, 40)}\r\n  ${text.slice(40)}" `)).toEqual(invitation)
  const abroad = { url: 'https://пример.рф:443/', pin: '', token: 't' }
  expect(readJoinString(joinString(abroad))).toEqual(abroad)
})

test('a changed or missing character is noticed, wherever it is', () => {
  for (let at = 'sluice-join:v1:'.length; at < text.length; at++) {
    const other = text[at] === 'x' ? 'y' : 'x'
    expect(codeOf(text.slice(0, at) + other + text.slice(at + 1))).toBe('join.damaged')
    expect(codeOf(text.slice(0, at))).toBe('join.damaged')
  }
})

test('anything else is refused with its reason', () => {
  expect(codeOf('')).toBe('join.not-one')
  expect(codeOf('https://node.example.com')).toBe('join.not-one')
  expect(codeOf('sluice-join:')).toBe('join.damaged')
  expect(codeOf(text.replace(':v1:', ':v2:'))).toBe('join.other-version')
  expect(codeOf(`sluice-join:v1:${'a'.repeat(100_000)}:x`)).toBe('join.damaged')
  for (const url of ['ftp://a:1/', 'https://a/', 'javascript:1', ''])
    expect(codeOf(joinString({ ...invitation, url }))).toBe('join.damaged')
  expect(codeOf(joinString({ ...invitation, token: '' }))).toBe('join.damaged')
})

test('a probe is led to no public panel over plain http', () => {
  const led = (url: string) => {
    const join = joinString({ ...invitation, url }).replace('sluice-join', 'sluice-probe')
    return () => readJoinString(join, 'probe').url
  }
  for (const host of ['panel.example', '203.0.112.7', '[2a00:1450::1]', '[64:ff9b::cb00:7007]'])
    expect(led(`http://${host}:80/`), host).toThrow(/in the open/)
  for (const url of [
    'http://localhost:80/',
    'http://[::1]:80/',
    'http://10.0.0.1:8080/a/',
    'https://panel.example:443/',
  ])
    expect(led(url)()).toBe(url)
})

test('it fills in how the panel is reached, and the certificate is pinned', () => {
  const node = writtenNode(blankNode, { name: 'far', join: text, address: 'ignored.example.com' })
  expect(node).toMatchObject({
    ...{ scheme: 'https', address: 'node.example.com', port: 2053, basePath: '/mypanel/' },
    ...{ apiToken: 'aB3-_secret', tlsVerifyMode: 'pin', pinnedCertSha256: invitation.pin },
    allowPrivateAddress: false,
  })
  const plain = writtenNode(blankNode, {
    name: 'near',
    join: joinString({ url: 'http://[::1]:80/', pin: '', token: 't' }),
    allowPrivateAddress: true,
  })
  expect(plain).toMatchObject({
    ...{ scheme: 'http', address: '::1', port: 80, basePath: '/', tlsVerifyMode: 'verify' },
    allowPrivateAddress: true,
  })
  expect(joined({ name: 'x', join: ' ' })).toEqual({ name: 'x' })
})
