import { expect, it } from 'vitest'
import { entriesIn } from './received.ts'

const advertised = {
  ...{ inboundId: 1, email: '', remark: 'a', host: '203.0.114.7', port: 443 },
  access: { protocol: 'vmess', id: crypto.randomUUID(), cipher: 'auto' },
  transport: {
    ...{
      network: 'tcp',
      path: '',
      host: '',
      headers: {},
      headerType: 'none',
      serviceName: '',
      authority: '',
    },
    ...{ multiMode: false, mode: '', settings: {} },
  },
  ...{ security: { kind: 'none' }, masks: {} },
  extras: { mux: {}, sockopt: {}, excludeFrom: [], ipVersion: '', description: '' },
}
const asked = { allowPrivate: false, at: 0, now: 0 }
const taken = async (more: object, how: Partial<typeof asked> = {}) => {
  const given = [{ inboundId: 1, entry: 'a', advertised: { ...advertised, ...more } }]
  return (await entriesIn(given, { ...asked, ...how })).length
}

it('another panel says where to look, but not inside of this network', async () => {
  expect(await taken({})).toBe(1)
  for (const host of ['127.0.0.1', '10.1.2.3', '::1', '169.254.169.254']) {
    expect([host, await taken({ host })]).toEqual([host, 0])
    expect([host, await taken({ host }, { allowPrivate: true })]).toEqual([host, 1])
  }
})

it('what is no entry, or more than one, is left out', async () => {
  const settings = { downloadSettings: { address: '10.0.0.1' } }
  for (const more of [
    ...[{ port: 0 }, { host: '/run/panel.sock' }, { access: { protocol: 'socks' } }],
    { transport: { ...advertised.transport, settings } },
    { extras: { ...advertised.extras, sockopt: { dialerProxy: 'x' } } },
  ])
    expect([more, await taken(more, { allowPrivate: true })]).toEqual([more, 0])
})

it('a wrong clock says nothing about VMess', async () => {
  expect(await taken({}, { at: 120_000 })).toBe(0)
  expect(await taken({ access: { protocol: 'trojan', password: 'x' } }, { at: 120_000 })).toBe(1)
})
