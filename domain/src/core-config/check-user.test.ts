import { describe, expect, it, test } from 'vitest'
import { isValidKey } from '#domain/clients/credentials.ts'
import { checkEmail } from '#domain/clients/field-rules.ts'
import { hashOf } from '#domain/content-version.ts'
import { allCells, cellInbound, cellName, testHidden } from '#test/fixtures/inbound-cells.ts'
import { buildConfig } from './build.ts'
import { checkSource, checkUserName, isCheckUser, withoutCheckUser } from './check-user.ts'
import { defaultTemplate } from './default-template.ts'
import { inboundSection, type SectionSource } from './inbound-section.ts'
import { plan } from './plan.ts'
import { checkUsersOf, coreUser, type Entry, isHiddenUser } from './users.ts'

const world = { fallbacks: [], childOf: () => undefined, hidden: testHidden }
const usersOf = (inbound: SectionSource, eyes: string[]): string[] => {
  const { clients = [] } = inboundSection(inbound, [], { ...world, eyes }).settings
  return (clients as Entry[]).map(({ email }) => email) // made by coreUsers
}
const eyes = ['', '495000.ab', '494999.ab']
const taking = new Set(['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria', 'masque'])

describe('the hidden client', () => {
  it.each(allCells.map((cell) => [cellName(cell), cell] as const))('on %s', (_, cell) => {
    const inbound = cellInbound(cell)
    const found = usersOf(inbound, eyes).filter(isCheckUser)
    expect(found).toEqual(taking.has(cell.protocol) ? eyes.map((eye) => checkUserName(inbound.tag, eye)) : [])
    expect(usersOf(inbound, []).filter(isCheckUser)).toEqual([])
    expect(withoutCheckUser(inboundSection(inbound, [], { ...world, eyes }))).toEqual(
      inboundSection(inbound, [], world),
    )
  })

  it('has a name that no client may have, and a key of its own on each inbound', () => {
    const tags = ['inbound-1', 'inbound-2', 'a/b', 'on 127.0.0.1:443', 'on 127.0.0.1%3A443', 'x'.repeat(200)]
    for (const tag of tags) {
      expect(() => checkEmail(checkUserName(tag))).toThrow()
      expect(isHiddenUser(checkUserName(tag))).toBe(true)
    }
    for (const email of ['check', 'checker', 'ann', '7/check', 'a/check/b'])
      expect(isHiddenUser(email)).toBe(false)
    const inbound = cellInbound({ protocol: 'vless', network: 'tcp', security: 'none' })
    // The fixture's bytes of two long names may be the same in part.
    const hidden: typeof testHidden = (name, length) => testHidden(hashOf(name), length)
    const sources = tags.flatMap((tag) => eyes.map((eye) => checkSource({ ...inbound, tag }, hidden, eye)))
    for (const key of ['uuid', 'password', 'auth', 'shadowsocksKey'] as const)
      expect(new Set(sources.map((source) => source[key])).size).toBe(tags.length * eyes.length)
  })

  test.each(['2022-blake3-aes-128-gcm', '2022-blake3-aes-256-gcm'])('its key fits %s', (method) => {
    const inbound = cellInbound({ protocol: 'shadowsocks', network: 'tcp', security: 'none' })
    const source = { ...inbound, settings: { ...inbound.settings, method } }
    const [found] = checkUsersOf(source, testHidden, [''])
    expect(found && 'password' in found && isValidKey(method, found.password)).toBe(true)
  })

  it('is not on a cipher with one key for all', () => {
    const inbound = cellInbound({ protocol: 'shadowsocks', network: 'tcp', security: 'none' })
    const method = '2022-blake3-chacha20-poly1305'
    const source = { ...inbound, settings: { ...inbound.settings, method } }
    expect(checkUsersOf(source, testHidden, eyes)).toEqual([])
  })

  it('comes and goes live: no listener is replaced, and nothing waits for a restart', () => {
    const inbounds = allCells
      .filter(({ protocol }) => protocol !== 'tun')
      .map((cell, i) => ({ ...cellInbound(cell, { port: 5_000 + i }), id: i + 1 }))
    const config = (eyes: string[]) =>
      buildConfig({
        template: defaultTemplate(),
        inbounds: inbounds.map((inbound) => ({ inbound, clients: [] })),
        fallbacks: [],
        apiListen: '127.0.0.1:1',
        hidden: testHidden,
        eyes,
      })
    const on = plan(config([]), config(eyes))
    const off = plan(config(eyes), config(eyes.slice(0, 2)))
    expect(new Set(on.operations.map(({ op }) => op))).toEqual(new Set(['addUser']))
    expect(new Set(off.operations.map(({ op }) => op))).toEqual(new Set(['removeUser']))
    expect([...on.restart, ...off.restart]).toEqual([])
  })

  it('is left out of whatever an inbound of the template has', () => {
    for (const odd of [
      { tag: 'then' },
      { tag: 'x', settings: { clients: 'none' } },
      { settings: { clients: [null, 1] } },
    ])
      expect(withoutCheckUser(odd as never)).toBe(odd)
  })

  it('uses Vision where clients can', () => {
    const flowOf = (security: 'reality' | 'none') => {
      const inbound = cellInbound({ protocol: 'vless', network: 'tcp', security })
      const entry = coreUser(inbound, checkSource(inbound, testHidden))
      return entry && 'flow' in entry ? entry.flow : ''
    }
    expect([flowOf('reality'), flowOf('none')]).toEqual(['xtls-rprx-vision', ''])
  })
})
