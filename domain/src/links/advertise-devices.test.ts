import { describe, expect, it } from 'vitest'
import { cellClient, cellInbound } from '#test/fixtures/inbound-cells.ts'
import { placed, setup } from '#test/fixtures/link-setups.ts'
import { type AdvertisedInbound, type AdvertiseInput, advertise } from './advertise.ts'

describe('a device with a key of its own', () => {
  const source = cellInbound({ protocol: 'vless', network: 'tcp', security: 'tls' })
  const device = {
    device: 7,
    uuid: 'de71ce00-0000-4000-8000-000000000007',
    password: '',
    auth: '',
    shadowsocksKey: '',
  }
  const idOf = (inbound: Partial<AdvertisedInbound>, more: Partial<AdvertiseInput>) =>
    advertise(
      setup(placed(source, inbound), cellClient(source), { requestHost: 'a.example', ...more }),
    ).entries.map(({ access }) => 'id' in access && access.id)

  it('dials this panel with it, and nodes with the client’s', () => {
    const [own] = idOf({}, {})
    expect(idOf({}, { device })).toEqual([device.uuid])
    expect(idOf({ nodeAddress: 'node.example' }, { device })).toEqual([own])
  })
})
