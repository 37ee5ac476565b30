import { describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { buildConfig } from './build.ts'
import { compareVersions } from './core-version.ts'
import { defaultTemplate } from './default-template.ts'
import type { SectionSource } from './inbound-section.ts'
import { findBreaks } from './preflight-breaks.ts'

const hidden = (_: string, length: number) => new Uint8Array(length)
const configOf = (template: Block) =>
  buildConfig({ template, inbounds: [], fallbacks: [], apiListen: '', hidden })
const config = configOf(defaultTemplate())

const inbound = (more: Partial<SectionSource>): SectionSource => ({
  id: 1,
  tag: 'in',
  protocol: 'vless',
  listen: '',
  port: 443,
  enable: true,
  nodeId: null,
  settings: {},
  streamSettings: {},
  sniffing: {},
  ...more,
})
const reality = (minClientVer?: string) =>
  inbound({
    streamSettings: {
      network: 'tcp',
      security: 'reality',
      realitySettings: minClientVer === undefined ? {} : { minClientVer },
    },
  })
const kinds = (from: string, to: string, source: SectionSource) =>
  findBreaks({ from, to, inbounds: [source], config }).map(
    ({ kind, isNew }) => `${kind}${isNew ? ' new' : ''}`,
  )

describe('Reality and the versions that apps announce', () => {
  it('a blank minimum turns mihomo and sing-box away from 26.7.11 on', () => {
    expect(kinds('26.6.27', '26.7.11', reality())).toEqual(['reality-version new'])
    expect(kinds('26.6.27', '26.7.28', reality(''))).toEqual(['reality-version new'])
    expect(kinds('26.7.11', '26.7.28', reality())).toEqual(['reality-version'])
    expect(kinds('26.7.28', '26.6.27', reality())).toEqual([])
    const [found] = findBreaks({ from: '26.6.27', to: '26.7.28', inbounds: [reality()], config })
    expect(found?.apps).toEqual(expect.arrayContaining(['clash-meta', 'singbox', 'hiddify']))
    expect(found?.apps).not.toContain('v2rayng')
  })

  it('the minimum that new inbounds get lets everybody in, a higher one never did', () => {
    expect(kinds('26.6.27', '26.7.28', reality('1.0.0'))).toEqual([])
    expect(kinds('26.6.27', '26.7.28', reality('1.8.2'))).toEqual([])
    expect(kinds('26.6.27', '26.7.28', reality('25.1.1'))).toEqual(['reality-version-set'])
  })
})

it('TLS with X25519MLKEM768 alone is worth knowing, beside X25519 it is not', () => {
  const tls = (curvePreferences: string[]) =>
    inbound({ streamSettings: { network: 'tcp', security: 'tls', tlsSettings: { curvePreferences } } })
  expect(kinds('26.6.27', '26.7.28', tls(['X25519MLKEM768']))).toEqual(['post-quantum-only'])
  expect(kinds('26.6.27', '26.7.28', tls(['X25519MLKEM768', 'X25519']))).toEqual([])
  expect(kinds('26.6.27', '26.7.28', tls([]))).toEqual([])
})

it('Shadowsocks without encryption ended with 26.7.11', () => {
  const none = inbound({ protocol: 'shadowsocks', settings: { method: 'none' } })
  expect(kinds('26.6.27', '26.7.28', none)).toEqual(['shadowsocks-none new'])
  expect(kinds('26.6.27', '26.7.10', none)).toEqual([])
})

it('XHTTP session names are lost on the way back to an older core', () => {
  const xhttp = inbound({
    streamSettings: { network: 'splithttp', splithttpSettings: { sessionPlacement: 'cookie' } },
  })
  expect(kinds('26.7.28', '26.5.9', xhttp)).toEqual(['xhttp-session new'])
  expect(kinds('26.6.22', '26.7.28', xhttp)).toEqual([])
})

it('private addresses end for clients whose template does not block them', () => {
  const free = (template: Block) =>
    findBreaks({ from: '26.4.25', to: '26.7.28', inbounds: [], config: configOf(template) })
  expect(free(defaultTemplate())).toEqual([])
  const open = { outbounds: [{ tag: 'direct', protocol: 'freedom', settings: {} }] }
  expect(free(open)).toMatchObject([{ kind: 'private-targets', isNew: true, outbounds: ['direct'] }])
  const allowed = {
    outbounds: [{ tag: 'direct', protocol: 'freedom', settings: { finalRules: [{ action: 'allow' }] } }],
  }
  expect(free(allowed)).toEqual([])
})

it('compares versions by number', () => {
  expect(compareVersions('26.7.9', '26.7.11')).toBeLessThan(0)
  expect(compareVersions('26.10.1', '26.7.11')).toBeGreaterThan(0)
  expect(compareVersions('Unknown', '26.7.11')).toBeLessThan(0)
  expect(compareVersions('1.8', '1.8.0')).toBe(0)
})
