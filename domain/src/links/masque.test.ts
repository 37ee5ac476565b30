import { describe, expect, it } from 'vitest'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { abilitiesOf } from '#domain/subscription/app-abilities.ts'
import { clashConfig } from '#domain/subscription/clash.ts'
import { type JsonSettings, jsonConfigs } from '#domain/subscription/json.ts'
import { singboxConfig } from '#domain/subscription/singbox.ts'
import { cellClient, cellInbound } from '#test/fixtures/inbound-cells.ts'
import { placed, setup } from '#test/fixtures/link-setups.ts'
import { type AdvertisedInbound, type AdvertiseInput, advertise } from './advertise.ts'
import { isForLinks, shareLink } from './link.ts'
import { xrayOutbound } from './outbound.ts'

const cell: Cell = { protocol: 'masque', network: 'masque', security: 'tls' }
const source = cellInbound(cell)
const on = (inbound: Partial<AdvertisedInbound> = {}, more: Partial<AdvertiseInput> = {}) => {
  const input = setup(placed(source, inbound), cellClient(source), { requestHost: 'a.example', ...more })
  return advertise(input)
}
const jsonSettings: JsonSettings = {
  ...{ subJsonFragment: '', subJsonNoises: '', subJsonMux: '', subJsonRules: '', subJsonFinalMask: '' },
  subJsonAlwaysArray: false,
}
const keys = { uuid: '', password: 'own', auth: '', shadowsocksKey: '' }

describe('what a client of a MASQUE inbound gets', () => {
  it('is an outbound with its name and password, and the name servers of the inbound', () => {
    const settings = { ...source.settings, dns: '9.9.9.9, 2620:fe::fe' }
    const masqueSettings = { path: '/p/{target}/{ipproto}', host: 'front.example' }
    const stream = { ...source.streamSettings, masqueSettings }
    const [entry] = on({ settings, streamSettings: stream }).entries
    expect(entry && xrayOutbound(entry)).toMatchObject({
      protocol: 'masque',
      settings: { address: 'a.example', port: 4443, remoteDNS: ['9.9.9.9', '2620:fe::fe'] },
      streamSettings: {
        ...{ network: 'masque', security: 'tls' },
        masqueSettings: { ...masqueSettings, user: 'ann', pass: cellClient(source).password },
      },
    })
  })

  it('names the device that has a key of its own as the core knows it, here and on a node', () => {
    const device = { ...keys, device: 7 }
    const loginOn = (inbound: Partial<AdvertisedInbound>) =>
      on(inbound, { device }).entries.map(({ access }) => access.protocol === 'masque' && access.user)
    expect(loginOn({})).toEqual(['7/ann'])
    expect(loginOn({ nodeAddress: 'n.example' })).toEqual(['ann'])
    expect(loginOn({ nodeAddress: 'n.example', nodeTakesKeys: true })).toEqual(['-7/ann'])
    expect(on({}, { device }).entries[0]?.email).toBe('ann')
  })

  it('is nothing for a name that the core does not take, with the reason', () => {
    const client = { ...cellClient(source), email: 'a:b' }
    const { entries, left } = advertise(setup(placed(source), client))
    expect(entries).toEqual([])
    expect(left.map(({ reasonCoded }) => reasonCoded.code)).toEqual(['link.masque-name'])
  })

  it('is in the JSON feed alone: there is no form of link, and other programs are told why', () => {
    const { entries } = on()
    expect(entries.map((entry) => [isForLinks(entry), shareLink(entry)])).toEqual([[false, '']])
    expect(clashConfig(entries).leftOut.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('for WARP alone'),
    ])
    expect(singboxConfig(entries).leftOut.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('from 1.15 on'),
    ])
    const configsFor = (app: string) => jsonConfigs(entries, jsonSettings, abilitiesOf(app))
    expect(
      ['', 'v2rayNG/2.3.5', 'Xray/26.9.30', 'xray-core/26.10.10'].map((app) => configsFor(app).length),
    ).toEqual([1, 1, 1, 1])
    expect(['Xray/26.7.28', 'App/1.0 (Xray-core v1.8.24)'].map((app) => configsFor(app).length)).toEqual([
      0, 0,
    ])
  })

  it('wears no Mux, which the core refuses there', () => {
    const mux = JSON.stringify({ enabled: true, concurrency: 8 })
    const [config] = jsonConfigs(on().entries, { ...jsonSettings, subJsonMux: mux })
    expect(config).toMatchObject({ outbounds: [{ protocol: 'masque' }, {}, {}] })
    expect(JSON.stringify(config)).not.toContain('concurrency')
  })
})
