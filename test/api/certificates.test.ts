import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { CertificateList, CertificatePlan, CertificateView } from '#contract/certificates-api.ts'
import type { FixResult, Health } from '#contract/health-api.ts'
import type { Envelope, FailedEnvelope } from '#contract/wire.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { type Pebble, pebbleIsHere, startPebble, whyNoPebble } from '#test/fixtures/pebble.ts'
import { freePort } from '#test/free-port.ts'
import { testPanel, type Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'

const at = (path: string) => `/panel/api/certificates/${path}`
const day = 86_400_000

if (!pebbleIsHere) console.log(`Left out: tests with a certificate authority: ${whyNoPebble}`)

/** A TLS connection to the panel, and the serial that it was shown. */
const handshake = (port: number) =>
  new Promise<{ serial: string; socket: TLSSocket }>((resolve, reject) => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      servername: 'panel.example.org',
      rejectUnauthorized: false,
    })
    socket.once('error', reject)
    socket.once('secureConnect', () =>
      resolve({ serial: socket.getPeerX509Certificate()?.serialNumber ?? '', socket }),
    )
  })

describe.skipIf(!pebbleIsHere)('certificates by ACME', () => {
  let pebble: Pebble
  let t: ServedPanel
  let me: Visitor
  beforeAll(async () => {
    pebble = await startPebble()
    // The panel itself has the port that the authority asks by TLS.
    const ports = { SLUICE_PORT: String(pebble.tlsPort), SLUICE_LISTEN: '0.0.0.0' }
    t = await servedPanel({ ...pebble.env, ...ports }, { egress: createEgress() })
    me = await t.login()
  })
  afterAll(async () => {
    await t?.stop()
    await pebble?.stop()
  })

  const list = async () => (await me.get<CertificateList>(at('list'))).obj
  const issue = (body: object) => me.post<CertificateView>(at('issue'), body)
  const good = async (reply: Promise<Envelope<CertificateView>>) => {
    const { success, obj, msg } = await reply
    expect({ success, error: obj?.error, msg }).toMatchObject({ success: true, error: '' })
    expect(obj).toMatchObject({ state: 'valid', busy: false })
    return obj
  }
  const filesOf = ({ certificateFile, keyFile }: CertificateView) => [certificateFile, keyFile]

  it('starts with none, and says what getting one needs', async () => {
    expect(await list()).toMatchObject({
      certificates: [],
      hasDnsHook: true,
      authority: expect.stringMatching(/^127/),
    })
    const { obj: plan } = await me.post<CertificatePlan>(at('check'), {
      names: ' Panel.Example.ORG., 127.0.0.1',
    })
    expect(plan).toMatchObject({ names: ['panel.example.org', '127.0.0.1'], profile: 'shortlived', days: 6 })
  })

  it('gets one by HTTP for the panel, which serves it at once and nobody is disconnected', async () => {
    const before = await handshake(pebble.tlsPort)
    const page = new WebSocket(`wss://127.0.0.1:${pebble.tlsPort}/ws`, {
      headers: { cookie: me.cookie },
      rejectUnauthorized: false,
    })
    const told: string[] = []
    page.on('message', (data) => told.push(String(data)))
    await once(page, 'open')
    const view = await good(issue({ names: ['panel.example.org'], use: { panel: true, subscription: true } }))
    const [cert = '', key = ''] = filesOf(view)
    expect(cert.startsWith(join(t.config.dataFolder, 'certificates'))).toBe(true)
    expect([cert, key].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
    const leaf = new X509Certificate(readFileSync(cert))
    expect(leaf.subjectAltName).toBe('DNS:panel.example.org')
    expect(view.renewAt).toBe(view.notBefore + Math.floor(((view.notAfter - view.notBefore) * 2) / 3))
    expect((await me.get<CertificateView>(at(`get/${view.id}`))).obj.usedBy.map(({ of }) => of)).toEqual([
      'panel',
      'subscription',
    ])
    const after = await handshake(pebble.tlsPort)
    expect(after.serial).toBe(view.serial)
    expect(before.serial).not.toBe(view.serial)
    expect(before.socket.destroyed).toBe(false)
    // The first connection still gets answers.
    const answer = new Promise<string>((resolve) =>
      before.socket.once('data', (data) => resolve(data.toString())),
    )
    before.socket.write('GET /csrf-token HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    expect(await answer).toContain('200 OK')
    after.socket.destroy()
    expect(told.join()).toContain('"certificates"')
    expect(page.readyState).toBe(WebSocket.OPEN)
    page.terminate()
  })

  it('renews at two thirds by itself, under an open connection', async () => {
    const [first] = (await list()).certificates
    const { socket, serial } = await handshake(pebble.tlsPort)
    await t.panel.acme.jobs[0]?.run(new AbortController().signal)
    expect((await list()).certificates[0]?.serial).toBe(serial)
    const later = (first?.renewAt ?? 0) - Date.now() + 60_000
    t.advance(later)
    await t.panel.acme.jobs[0]?.run(new AbortController().signal)
    t.advance(-later)
    const [renewed] = (await list()).certificates
    expect(renewed?.serial).not.toBe(serial)
    const { serial: shown, socket: fresh } = await handshake(pebble.tlsPort)
    expect(shown).toBe(renewed?.serial)
    expect(socket.destroyed).toBe(false)
    for (const one of [socket, fresh]) one.destroy()
  })

  it('one that has expired is renewed by the button of its finding, or says why not', async () => {
    const [own] = (await list()).certificates
    const expired = selfSigned(['panel.example.org'], [], -60_000)
    await t.panel.db.write((tx) =>
      tx
        .updateTable('certificates')
        .set({ fullchain: expired.cert, private_key: expired.key })
        .where('id', '=', own?.id ?? 0)
        .execute(),
    )
    t.panel.acme.refresh()
    await expect.poll(() => readFileSync(own?.certificateFile ?? '', 'utf8')).toBe(expired.cert)
    const found = async () => {
      const { obj } = await me.post<Health>('/panel/api/health/check')
      return [...obj.findings, ...obj.passed].find(({ id }) => id === 'certificates.panel')
    }
    const press = () => me.post<FixResult>('/panel/api/health/fix', { id: 'certificates.panel' })
    expect(await found()).toMatchObject({
      sentenceCoded: { code: 'health.cert-expired' },
      action: { kind: 'fix', fix: 'certificate', on: `${own?.id}` },
    })
    await pebble.pointTo('panel.example.org', '127.0.0.2')
    expect(await press()).toMatchObject({ success: false, code: 'acme.http-not-reached' })
    await pebble.pointTo('panel.example.org', '127.0.0.1')
    expect(await press()).toMatchObject({ success: true, obj: { outcome: 'fixed' } })
    expect((await found())?.sentenceCoded.code).not.toBe('health.cert-expired')
    const { serial, socket } = await handshake(pebble.tlsPort)
    socket.destroy()
    expect(serial).toBe((await list()).certificates[0]?.serial)
  })

  it('gets one by TLS-ALPN, for six days and for an address too', async () => {
    const view = await good(issue({ names: 'tls.example.org,127.0.0.1', method: 'tls-alpn-01' }))
    expect(view).toMatchObject({ profile: 'shortlived', names: ['tls.example.org', '127.0.0.1'] })
    expect(view.notAfter - view.notBefore).toBeLessThan(7 * day)
    expect(new X509Certificate(readFileSync(view.certificateFile)).subjectAltName).toContain(
      'IP Address:127.0.0.1',
    )
  })

  it('gets one for a wildcard by the DNS hook', async () => {
    const names = ['*.wild.example.org']
    expect(await issue({ names })).toMatchObject({ code: 'certificate.wildcard-needs-dns', field: 'method' })
    const view = await good(issue({ names, method: 'dns-01' }))
    expect(
      new X509Certificate(readFileSync(view.certificateFile)).checkHost('a.wild.example.org'),
    ).toBeDefined()
  })

  it('says why the authority did not find the server, and does not ask too often', async () => {
    await pebble.pointTo('gone.example.org', '127.0.0.2') // nothing listens there
    const failed = (await issue({ names: ['gone.example.org'] })).obj
    expect(failed).toMatchObject({ state: 'none', busy: false, renewAt: 0 })
    expect(failed.error).toMatch(
      /^The certificate authority could not reach http:\/\/gone\.example\.org\/\.well-known\/acme-challenge\/.{8}… on port 80: .*refused\. Open port 80, or choose TLS-ALPN\.$/,
    )
    await issue({ names: ['gone.example.org'] })
    await pebble.pointTo('gone.example.org', '')
    expect((await me.post<CertificateView>(at(`renew/${failed.id}`))).obj.errorCoded?.code).toMatch(/^acme\./)
    await issue({ names: ['gone.example.org'] })
    const held = (await issue({ names: ['gone.example.org'] })) as unknown as FailedEnvelope
    expect(held).toMatchObject({ success: false, code: 'certificate.too-many-failures' })
    await t.reopen() // remembered
    await t.panel.start()
    me = await t.login()
    expect(await issue({ names: ['gone.example.org'] })).toMatchObject({
      code: 'certificate.too-many-failures',
    })
    expect(await me.post(at(`del/${failed.id}`))).toMatchObject({ success: true })
    expect(await issue({ names: ['gone.example.org'] })).toMatchObject({
      code: 'certificate.too-many-failures',
    })
  })

  it('names what the authority refuses, and who else has the port', async () => {
    const blocked = (await issue({ names: ['blocked.example.org'] })).obj
    expect(blocked.errorCoded?.code).toBe('acme.name-rejected')
    const other = createServer((_request, response) => response.end('another program'))
    await new Promise<void>((resolve) => other.listen(pebble.httpPort, '127.0.0.1', resolve))
    const taken = (await issue({ names: ['taken.example.org'] })).obj
    await new Promise((resolve) => other.close(resolve))
    expect(taken.error).toContain('but something else answered')
    expect(taken.error).toContain(`Port ${pebble.httpPort} is used by another program.`)
  })

  it('tries a renewal that failed again later, and keeps the old certificate in service', async () => {
    const old = (await list()).certificates.find(({ names }) => names[0] === 'panel.example.org')
    await pebble.pointTo('panel.example.org', '127.0.0.2')
    const { obj } = await me.post<CertificateView>(at(`renew/${old?.id}`))
    expect(obj).toMatchObject({
      state: 'valid',
      serial: old?.serial,
      errorCoded: { code: 'acme.http-not-reached' },
    })
    expect(obj.renewAt).toBeGreaterThan(obj.errorAt + 4 * 60_000)
    await pebble.pointTo('panel.example.org', '127.0.0.1')
    const { serial, socket } = await handshake(pebble.tlsPort)
    socket.destroy()
    expect(serial).toBe(old?.serial)
  })

  it.runIf(process.env.SLUICE_TEST_DB === 'postgres')(
    'another instance answers the authority, and both have the files',
    async () => {
      const { database } = t.config
      const b = await testPanel(
        {
          ...pebble.env,
          SLUICE_ACME_HTTP_PORT: String(await freePort()), // the authority reaches only the other one
          SLUICE_DB_TYPE: 'postgres',
          SLUICE_DB_DSN: database.kind === 'postgres' ? database.dsn : '',
        },
        { egress: createEgress() },
      )
      try {
        const at2 = await b.login()
        const made = await good(at2.post(at('issue'), { names: ['two.example.org'] }))
        const here = join(t.config.dataFolder, 'certificates', String(made.id), 'fullchain.pem')
        await expect.poll(() => existsSync(here)).toBe(true)
        expect(readFileSync(here, 'utf8')).toBe(readFileSync(made.certificateFile, 'utf8'))
      } finally {
        await b.stop()
      }
    },
  )

  it('revokes, and deletes what nobody uses; no answer has a key', async () => {
    const all = (await list()).certificates
    const used = all.find(({ usedBy }) => usedBy.length > 0)
    const free = all.find(({ names }) => names[0] === 'tls.example.org')
    expect(await me.post(at(`del/${used?.id}`))).toMatchObject({ code: 'certificate.is-used' })
    expect(await me.post(at(`revoke/${free?.id}`))).toMatchObject({ obj: { state: 'revoked', renewAt: 0 } })
    expect(await me.post(at(`use/${free?.id}`), { panel: true })).toMatchObject({
      code: 'certificate.is-revoked',
    })
    expect(await me.post(at(`del/${free?.id}`))).toMatchObject({ success: true })
    expect(existsSync(free?.certificateFile ?? '')).toBe(false)
    const said = JSON.stringify([all, await list(), (await me.get('/panel/api/audit')).obj])
    expect(said).not.toContain('PRIVATE KEY')
    expect(await me.get(at('get/999'))).toMatchObject({ success: false, code: 'certificate.unknown' })
  })
})
