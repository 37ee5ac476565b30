import { expect, it } from 'vitest'
import { realityInbound, shadowsocksInbound, wireguardInbound } from '#domain/inbounds/templates.ts'
import { sampleClient, sampleLink } from './sample-link.ts'

const mint = {
  uuid: () => '11111111-2222-4333-8444-555555555555',
  bytes: (n: number) => new Uint8Array(n),
  now: 0,
}
const around = {
  id: 0,
  master: undefined,
  client: sampleClient(mint),
  settings: undefined,
  host: 'vpn.example.com',
  now: 0,
}
const key = btoa('k'.repeat(32))

it('shows the link that a client of the Reality template gets', () => {
  const form = realityInbound({
    remark: 'Reality',
    port: 443,
    target: 'www.example.com:443',
    serverName: 'www.example.com',
    privateKey: 'k',
    publicKey: 'p',
    shortIds: ['ab'],
  })
  const sample = sampleLink({ ...form }, around)
  expect(sample).toMatchObject({
    link: expect.stringContaining(`vless://${mint.uuid()}@vpn.example.com:443`),
  })
  expect(sample).toMatchObject({ link: expect.stringContaining('flow=xtls-rprx-vision') })
})

it('has a key that fits the cipher, says why there is no link, and knows protocols without links', () => {
  const form = shadowsocksInbound({ remark: '', port: 1, password: key })
  expect(sampleLink({ ...form }, around)).toMatchObject({ link: expect.stringMatching(/^ss:/) })
  expect(sampleLink({ ...form, port: 0 }, around)).toMatchObject({ why: { code: 'link.no-port' } })
  const tunnel = wireguardInbound({
    remark: '',
    port: 1,
    secretKey: key,
  })
  expect(sampleLink({ ...tunnel }, around)).toMatchObject({ link: expect.stringMatching(/^wireguard:/) })
  expect(sampleLink({ ...tunnel, protocol: 'http' }, around)).toBeUndefined()
})
