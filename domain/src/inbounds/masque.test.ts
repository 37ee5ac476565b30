import { describe, expect, it } from 'vitest'
import { cellClient, cellInbound } from '#test/fixtures/inbound-cells.ts'
import { coreUser } from '../core-config/users.ts'
import { inboundProblems } from './form/validate.ts'
import { masqueAddressProblem, masqueLayers, masquePathProblem } from './masque.ts'
import { layer4Of } from './port.ts'

const inbound = cellInbound({ protocol: 'masque', network: 'masque', security: 'tls' })

it.each([
  [[], ['udp']],
  [['h3'], ['udp']],
  [['http/1.1'], ['udp']],
  [['h2'], ['tcp']],
  [['h2', 'http/1.1'], ['tcp']],
  [
    ['h3', 'h2'],
    ['tcp', 'udp'],
  ],
])('with ALPN %j it binds %j', (alpn, layers) => {
  expect(masqueLayers(alpn)).toEqual(layers)
  const streamSettings = { ...inbound.streamSettings, tlsSettings: { alpn } }
  expect(layer4Of({ ...inbound, streamSettings })).toEqual(layers)
})

describe('addresses inside the tunnel', () => {
  it.each([
    [['10.143.0.1/16']],
    [['10.0.0.1/30']],
    [['fd00::1/64']],
    [['10.0.0.1/24', 'fd00::1/126']],
    [['192.168.7.200/24']],
  ])('%j can be used', (list) => expect(masqueAddressProblem(list)).toBeUndefined())

  it.each([
    [[], 'inbound.masque-address-missing'],
    [[''], 'inbound.masque-address-missing'],
    [['10.0.0.1'], 'inbound.masque-address'], // the core asks for the length
    [['10.0.0.0/24'], 'inbound.masque-address'],
    [['10.0.0.255/24'], 'inbound.masque-address'],
    [['10.0.0.1/31'], 'inbound.masque-address'],
    [['10.0.0.1/32'], 'inbound.masque-address'],
    [['fd00::/64'], 'inbound.masque-address'],
    [['fd00::1/127'], 'inbound.masque-address'],
    [['here'], 'inbound.masque-address'],
    [['10.0.0.1/24', '10.1.0.1/24'], 'inbound.masque-address-twice'],
  ])('%j cannot', (list, code) => expect(masqueAddressProblem(list)?.code).toBe(code))
})

it.each([
  ['', true],
  ['/a', true],
  ['/.well-known/masque/ip/{target}/{ipproto}/', true],
  ['/masque/ip{?target,ipproto}', true],
  ['/masque?x=1{&ipproto,target}', true],
  ['masque', false],
  ['/masque/{dns}', false],
  ['/masque/{target', false],
])('the path "%s" can be used: %s', (path, can) => expect(masquePathProblem(path) === undefined).toBe(can))

it('is refused without TLS, and with Reality', () => {
  const { protocol, port, settings, streamSettings } = inbound
  const problemsWith = (security: string) =>
    inboundProblems({ protocol, port, settings, streamSettings: { ...streamSettings, security } })
  expect(problemsWith('tls')).toEqual([])
  for (const security of ['none', 'reality'])
    expect(problemsWith(security).map(({ field }) => field)).toContain('streamSettings.security')
})

it('a client is a user by its name and password; one whose name has a colon is none', () => {
  const client = cellClient(inbound)
  expect(coreUser(inbound, client)).toEqual({ email: 'ann', pass: client.password })
  expect(coreUser(inbound, { ...client, email: 'a:b' })).toBeUndefined()
  expect(coreUser(inbound, { ...client, password: '' })).toBeUndefined()
})
