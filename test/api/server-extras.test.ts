import { createHash, X509Certificate } from 'node:crypto'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificate, selfSigned } from '#server/platform/http/certificate.ts'
import { version } from '#server/platform/version.ts'
import { addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const server = (path: string) => `/panel/api/server/${path}`

it('returns the hash of a certificate: of a file, of the leaf of a chain, of a posted text', async () => {
  const { cert } = await selfSigned(t.config.dataFolder, ['a.example'], Date.now())
  const { raw } = new X509Certificate(cert)
  const hash = createHash('sha256').update(raw).digest('hex')
  const chain = join(t.config.dataFolder, 'chain.pem')
  writeFileSync(chain, `${cert}\n${cert}`)
  const ask = (body: object) => me.post<string[]>(server('getCertHash'), body)
  expect((await ask({ certFile: chain })).obj).toEqual([hash])
  expect((await ask({ certContent: cert })).obj).toEqual([hash])
  expect((await ask({ certContent: raw.toString('base64') })).obj).toEqual([hash])
  for (const body of [{}, { certContent: 'x' }, { certFile: '/dev/zero' }, { certFile: '/nowhere' }])
    expect(await ask(body)).toMatchObject({
      success: false,
      field: expect.stringMatching(/^cert/),
      obj: null,
    })
})

it('reports when certificates expire: files, read again when written, and texts in an inbound', async () => {
  const day = 86_400_000
  const made = Math.floor(Date.now() / 1000) * 1000 // certificates count in seconds
  const file = join(t.config.dataFolder, 'inbound.pem')
  const write = async (at: number) => writeFileSync(file, (await makeCertificate(['a.example'], at)).cert)
  await write(made)
  const text = (await makeCertificate(['b.example'], made - 820 * day)).cert
  const tls = (certificate: object) => ({
    network: 'tcp',
    security: 'tls',
    tlsSettings: { certificates: [{ ...certificate, keyFile: '/none' }] },
  })
  const add = (remark: string, certificate: object) =>
    addInbound(me, { remark, streamSettings: tls(certificate) })
  const own = await add('By file', { certificateFile: file })
  const other = await add('By text', { certificate: text.split('\n'), key: ['x'] })
  await add('Lost', { certificateFile: '/nowhere' })
  const ask = async () => (await me.get(server('certificates'))).obj
  const ofFile = { of: 'inbound', inboundId: own.id, name: 'By file', file }
  const madeAt = (at: number) => ({ notBefore: at - day, notAfter: at + 825 * day })
  const ofText = {
    of: 'inbound',
    inboundId: other.id,
    name: 'By text',
    file: '',
    ...madeAt(made - 820 * day),
  }
  expect(await ask()).toEqual([{ ...ofFile, ...madeAt(made) }, ofText])
  await write(made - 3 * day)
  utimesSync(file, new Date(made), new Date(made + 1000)) // as a renewal would, whatever the resolution of file times
  expect(await ask()).toEqual([{ ...ofFile, ...madeAt(made - 3 * day) }, ofText])
  await me.post(`/panel/api/inbounds/setEnable/${own.id}`, { enable: false })
  expect(await ask()).toEqual([ofText])
})

it("lists the panel's own certificate", async () => {
  expect((await me.get(server('getWebCertFiles'))).obj).toEqual({ webCertFile: '', webKeyFile: '' })
})

it('says why a stopped core has no figures', async () => {
  expect((await me.get(server('xrayMetricsState'))).obj).toEqual({
    enabled: false,
    listen: '',
    reason: expect.stringContaining('does not run'),
  })
  expect((await me.get(server('xrayMetricsHistory/xrAlloc/2'))).obj).toEqual([])
  expect((await me.get(server('xrayMetricsHistory/cpu/2'))).success).toBe(false)
  expect((await me.get(server('xrayObservatory'))).obj).toEqual([])
  expect((await me.get(server('xrayObservatoryHistory/proxy/2'))).msg).toContain('unknown observatory tag')
})

it('answers with the empty form if a feature is missing, and never an invented success', async () => {
  const empty = {
    getPanelUpdateInfo: { currentVersion: version, latestVersion: '', updateAvailable: false },
    getUpdateStatus: { runId: '', state: 'idle', exitCode: 0, finishedAt: 0 },
    fail2banStatus: { enabled: false, installed: expect.any(Boolean), usable: false, windows: false },
    descendants: [],
    clientIps: [],
  }
  for (const [path, obj] of Object.entries(empty))
    expect(await me.get(server(path)), path).toEqual({ success: true, msg: '', obj })
  for (const path of ['updatePanel', 'setUpdateChannel'])
    expect(await me.post(server(path)), path).toMatchObject({
      success: false,
      msg: expect.stringMatching(/^This panel runs from its source code and does not .{20}/),
      obj: null,
    })
})

it('checks other sites through the guarded client, and reports the result', async () => {
  const shut = { feasible: false, privateTarget: false, reason: 'Tests have no way out.' }
  const one = await me.post(server('scanRealityTarget'), { target: 'a.example:8443' })
  expect(one).toMatchObject({ success: true, obj: { ...shut, target: 'a.example:8443', serverNames: [] } })
  const many = await me.post<object[]>(server('scanRealityTargets'), { targets: 'a.example,b.example' })
  expect(many.obj).toMatchObject([shut, shut])
  const known = await me.post<object[]>(server('scanRealityTargets'))
  expect(known.obj.length).toBeGreaterThan(5)
  expect((await me.post(server('scanRealityTarget'))).msg).toContain('host:port')
  expect((await me.post(server('getRemoteCertHash'), { server: 'a.example' })).msg).toContain('no way out')
  expect((await me.post(server('getRemoteCertHash'))).msg).toContain('host:port')
})

it('refuses a version that is not among the releases', async () => {
  const answer = await me.post(server('installXray/v1.2.3'))
  expect(answer).toMatchObject({ success: false, obj: null })
  expect((await me.post(server('installXray/latest'))).msg).toContain('not a version of Xray')
})
