import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HealthReport } from '#contract/health-api.ts'
import { askRunning, doctorCommand } from '#server/cli/doctor.ts'
import { createDoctorSocket, doctorSocket } from '#server/doctor/socket.ts'
import { silentLog } from '#server/platform/log.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { freePort } from '#test/free-port.ts'
import { addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel({ SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(await freePort()) })
  me = await t.login()
})
afterAll(() => t.stop())

const ask = async () => HealthReport.parse((await me.get('/panel/api/server/doctor')).obj)
const find = async (id: string) => (await ask()).checks.find((one) => one.id === id)

async function command(args: readonly string[] = []) {
  const lines: string[] = []
  const before = process.exitCode
  process.exitCode = 0
  await doctorCommand(t.config, args, (line) => lines.push(line))
  const code = process.exitCode
  process.exitCode = before
  return { text: lines.join('\n'), code }
}

describe('the report', () => {
  it('covers every part of the server once, the worst first', async () => {
    const { checks, worst, isRunning } = await ask()
    const ids = checks.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining(
        'core ports.panel addresses firewall clock database permissions backups disk.data memory geo'.split(
          ' ',
        ),
      ),
    )
    expect(checks.filter(({ sentenceCoded }) => sentenceCoded.code === 'health.check-failed')).toEqual([])
    expect([isRunning, worst]).toEqual([true, checks[0]?.state])
  })

  it('needs permission', async () => {
    expect((await t.inject({ method: 'GET', url: '/panel/api/server/doctor' })).statusCode).toBe(404)
  })

  it('the database is checked, and the panel does not serve in this test', async () => {
    // A busy machine may need longer for the check than a report waits.
    await expect.poll(async () => (await find('database'))?.sentenceCoded.code).toBe('health.db-good')
    expect(await find('ports.panel')).toMatchObject({
      state: 'bad',
      sentenceCoded: { code: 'health.port-closed' },
    })
  })

  it('names a file that others can read, with the command that sets it right', async () => {
    const key = join(t.config.dataFolder, 'extra.key')
    writeFileSync(key, 'x')
    chmodSync(key, 0o644)
    expect(await find(`permissions.${key}`)).toMatchObject({
      state: 'bad',
      action: { kind: 'fix', on: key, command: `chmod 600 ${key}` },
    })
    chmodSync(key, 0o600)
    expect(await find('permissions')).toMatchObject({ state: 'ok' })
  })

  it('judges the certificate of an inbound: another key, another name', async () => {
    const [pair, other] = [selfSigned(['a.example'], []), selfSigned(['a.example'], [])]
    const files = { cert: join(t.config.dataFolder, 'in.crt'), key: join(t.config.dataFolder, 'in.key') }
    writeFileSync(files.cert, pair.cert)
    writeFileSync(files.key, other.key, { mode: 0o600 })
    const { id } = await addInbound(me, {
      port: await freePort(),
      streamSettings: {
        network: 'tcp',
        security: 'tls',
        tlsSettings: {
          serverName: 'b.example',
          certificates: [{ certificateFile: files.cert, keyFile: files.key }],
        },
      },
    })
    const codeOf = async () =>
      (await ask()).checks.find((one) => one.id.startsWith(`certificates.inbound-${id}`))?.sentenceCoded.code
    expect(await codeOf()).toBe('health.cert-other-key')
    writeFileSync(files.key, pair.key, { mode: 0o600 })
    expect(await codeOf()).toBe('health.cert-other-name')
  })
})

it('names an inbound that has TLS and no certificate', async () => {
  const streamSettings = { network: 'tcp', security: 'tls', tlsSettings: {} }
  const { id } = await addInbound(me, { port: await freePort(), streamSettings })
  const { checks } = await ask()
  const found = checks.find((one) => one.id.startsWith(`certificates.inbound-${id}`))
  expect(found).toMatchObject({ state: 'bad', sentenceCoded: { code: 'health.cert-none' } })
  await me.post(`/panel/api/inbounds/del/${id}`)
})

describe('the command', () => {
  it('asks the running panel over its socket, and fails if something is bad', async () => {
    await t.panel.start()
    const { text, code } = await command(['--json'])
    const report = HealthReport.parse(JSON.parse(text))
    expect(report.isRunning).toBe(true)
    expect(await find('ports.panel')).toBeUndefined() // it serves now
    expect(code).toBe(report.worst === 'bad' ? 1 : 0)
    const key = join(t.config.dataFolder, 'extra.key')
    chmodSync(key, 0o666)
    const bad = await command()
    expect(bad.code).toBe(1)
    expect(bad.text).toContain(`BAD   Other users of this server can read ${key} (mode 0666).`)
    expect(bad.text).toContain(`$ chmod 600 ${key}`)
    chmodSync(key, 0o600)
  })

  it('reaches a socket whose path is longer than the kernel takes', async () => {
    const folder = join(t.config.dataFolder, 'x'.repeat(60), 'y'.repeat(60))
    const report = await ask()
    const socket = createDoctorSocket(folder, async () => report, silentLog)
    socket.start()
    expect(await askRunning(doctorSocket(folder))).toEqual(report)
    socket.stop()
    expect(await askRunning(doctorSocket(folder))).toBeUndefined()
  })

  it('reads by itself if no panel runs, and changes nothing', async () => {
    await t.reopen(async () => {
      const file = join(t.config.dataFolder, 'sluice.db')
      const before = t.config.database.kind === 'sqlite' ? readFileSync(file) : undefined
      const { text, code } = await command(['--json'])
      const report = HealthReport.parse(JSON.parse(text))
      expect([report.isRunning, code]).toEqual([false, report.worst === 'bad' ? 1 : 0])
      expect(report.checks.find(({ id }) => id === 'database')?.sentenceCoded.code).toMatch(
        /^health\.db-(good|being-checked)$/,
      )
      expect(report.checks.some(({ id }) => id.startsWith('certificates.inbound'))).toBe(true)
      if (before) expect(readFileSync(file).equals(before)).toBe(true)
    })
    me = await t.login()
  })

  it('says so if there is no database yet, or one that cannot be read', async () => {
    const folder = join(t.config.dataFolder, 'other')
    const config = {
      ...t.config,
      dataFolder: folder,
      database: { kind: 'sqlite', file: join(folder, 'x.db') },
    } as const
    const lines: string[] = []
    await doctorCommand(config, ['--json'], (line) => lines.push(line))
    mkdirSync(folder)
    writeFileSync(
      config.database.file,
      'this is not a database, and it is longer than a header of one hundred bytes'.repeat(9),
    )
    const before = process.exitCode
    await doctorCommand(config, ['--json'], (line) => lines.push(line))
    process.exitCode = before
    const codes = lines.map(
      (line) =>
        HealthReport.parse(JSON.parse(line)).checks.find(({ id }) => id === 'database')?.sentenceCoded.code,
    )
    expect(codes).toEqual(['health.db-none', 'health.db-unreadable'])
  })
})
