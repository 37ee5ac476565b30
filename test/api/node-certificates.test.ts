import { createServer as createTlsServer } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Node, ProbeResult } from '#contract/node.ts'
import { createProbe } from '#server/platform/egress/probe.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { type Site, startServer } from '#test/fixtures/loopback-net.ts'
import { panelLike } from '#test/fixtures/panel-like.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const root = '/panel/api/nodes'
const local = { name: 'x', scheme: 'https', address: '127.0.0.1', apiToken: 'good' }

describe('the certificate of a node', () => {
  let tls: Site
  let other: Site
  let p: TestPanel
  let visitor: Visitor
  beforeAll(async () => {
    const open = () => {
      const { cert, key } = selfSigned(['node.example.com'], ['127.0.0.1'])
      return startServer(createTlsServer({ cert, key }, panelLike()))
    }
    tls = await open()
    other = await open()
    p = await testPanel({}, { egress: createEgress(), probe: createProbe() })
    visitor = await p.login()
  })
  afterAll(() => Promise.all([p.stop(), tls.stop(), other.stop()]))

  it('is trusted by an authority, by its fingerprint, or by the operator', async () => {
    const at = (port: number, over: object = {}) => ({
      ...local,
      port,
      allowPrivateAddress: true,
      ...over,
    })
    const test = async (body: object) => ProbeResult.parse((await visitor.post(`${root}/test`, body)).obj)
    expect(await test(at(tls.port))).toMatchObject({ errorCoded: { code: 'egress.certificate-self-signed' } })
    const { obj: pin } = await visitor.post<string>(`${root}/certFingerprint`, at(tls.port))
    expect(pin).toMatch(/^[0-9a-f]{64}$/)
    const pinned = { tlsVerifyMode: 'pin', pinnedCertSha256: pin }
    expect(await test(at(tls.port, pinned))).toMatchObject({ status: 'online' })
    expect(await test(at(other.port, pinned))).toMatchObject({ errorCoded: { code: 'egress.pin-mismatch' } })
    const skipped = await visitor.post<Node>(`${root}/add`, at(other.port, { tlsVerifyMode: 'skip' }))
    expect(skipped).toMatchObject({ obj: { status: 'online', warningCoded: { code: 'node.unverified' } } })
    expect(skipped.msg).toContain('not verified')
  })

  it('that changes makes the node offline, with the reason, until it is pinned anew', async () => {
    const { cert, key } = selfSigned(['node.example.com'], ['127.0.0.1'])
    const server = createTlsServer({ cert, key }, panelLike({ panelGuid: 'changing' }))
    const site = await startServer(server)
    const at = { ...local, name: 'changing', port: site.port, allowPrivateAddress: true }
    const pin = async () => (await visitor.post<string>(`${root}/certFingerprint`, at)).obj
    const pinned = { ...at, tlsVerifyMode: 'pin', pinnedCertSha256: await pin() }
    const { obj } = await visitor.post<Node>(`${root}/add`, pinned)
    expect(obj).toMatchObject({ status: 'online' })
    server.setSecureContext(selfSigned(['node.example.com'], ['127.0.0.1']))
    server.closeAllConnections()
    const state = async () => {
      await visitor.post(`${root}/probe/${obj.id}`)
      return (await visitor.get<Node>(`${root}/get/${obj.id}`)).obj
    }
    expect(await state()).toMatchObject({
      status: 'offline',
      lastErrorCoded: { code: 'egress.pin-mismatch' },
      hasApiToken: true,
    })
    await visitor.post(`${root}/update/${obj.id}`, { pinnedCertSha256: await pin() })
    expect(await state()).toMatchObject({ status: 'online', lastError: '' })
    await visitor.post(`${root}/del/${obj.id}`)
    await site.stop()
  })

  it('is not read from a private address without leave', async () => {
    const body = { ...local, port: tls.port }
    expect(await visitor.post(`${root}/certFingerprint`, body)).toMatchObject({
      code: 'egress.not-public-literal',
    })
  })
})
