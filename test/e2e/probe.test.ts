import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import type { Probe } from '#contract/probes-api.ts'
import { checkUserName, isCheckUser } from '#domain/core-config/check-user.ts'
import { joinString, readJoinString } from '#domain/fleet/join-string.ts'
import { coreBinary } from '#test/core-binary.ts'
import { probesPath } from '#test/probe.ts'
import { servedPanel } from '#test/served.ts'
import { until } from '#test/until.ts'
import { type EntriesStage, exitAddress, names, stageEntries, told } from './entries-stage.ts'
import { type RunningProbe, startProbe } from './start-probe.ts'

describe.skipIf(!coreBinary)('a probe', () => {
  let stage: EntriesStage
  let join1: string
  let id: number
  const folder = mkdtempSync(join(tmpdir(), 'sluice-probe-'))
  const running: RunningProbe[] = []
  const probe = (...args: string[]) => {
    const one = startProbe(folder, args)
    running.push(one)
    return one
  }
  async function once(...args: string[]) {
    const one = probe('--once', ...args)
    return { code: await one.ended, text: one.text() }
  }
  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary ?? '')
    stage = await stageEntries()
    await stage.t.panel.settings.set(
      { xrayOutboundTestUrl: `http://localhost:${stage.site.port}/trace` },
      { kind: 'job', name: 'test', address: '' },
    )
    const url = `http://127.0.0.1:${stage.t.port}`
    const body = { name: 'box', country: 'Iran', provider: 'MCI', url }
    const made = await told(stage.me.post<{ id: number; join: string }>(`${probesPath}/invite`, body))
    join1 = made.join
    id = made.id
  })
  afterAll(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL')
      await ended
    }
    await stage?.close()
    rmSync(folder, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })
  const seen = async () => {
    const { entries } = await told(stage.me.get<Entries>('/panel/api/health/entries'))
    return entries.filter(({ eye }) => eye === `probe:${id}`)
  }
  const hidden = async () => {
    const { tag } = stage.inbound('vless')
    return (await stage.api().userEmails(tag)).filter(isCheckUser)
  }

  it('joins, goes through every entry, and keeps its key to itself', async () => {
    const { code, text } = await once('--join', join1)
    expect([code, text]).toEqual([0, expect.stringContaining(`${names.length} good, 0 failed`)])
    expect((await seen()).map((one) => [one.inbound, one.state, one.cause, one.exitAddress])).toEqual(
      names.map((name) => [name, 'good', '', exitAddress]),
    )
    expect([statSync(folder).mode & 0o777, statSync(join(folder, 'probe.json')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ])
    expect(await hidden()).toHaveLength(3)
    const [listed] = await told(stage.me.get<Probe[]>(probesPath))
    expect(listed).toMatchObject({ name: 'box', state: 'looking' })
    expect(stage.t.panel.presence.online()).toEqual([])
    // The access log is on, and nobody else is connected.
    expect(existsSync(join(stage.t.config.logFolder, 'access.log'))).toBe(false)
  })

  it('says which entry fails, and where', async () => {
    const { tag } = stage.inbound('vless')
    for (const name of await hidden())
      if (name !== checkUserName(tag)) await stage.api().removeUser(tag, name)
    const { code, text } = await once('--join', join1) // the same string again changes nothing
    expect([code, text]).toEqual([0, expect.stringContaining(`${names.length - 1} good, 1 failed`)])
    expect((await seen()).filter(({ state }) => state === 'failed')).toMatchObject([
      { inbound: 'vless', stage: 'login', fails: 1 },
    ])
    await stage.t.panel.core.verify.run()
    expect((await once()).text).toContain(`${names.length} good, 0 failed`)
  })

  it('it looks again and again, and ends when it is told to', async () => {
    const one = probe()
    await until('it has looked', () => one.text().includes(' good, '))
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
  })

  it('revoked, it ends with a reason, and its users leave the core', async () => {
    await told(stage.me.post(`${probesPath}/revoke/${id}`))
    expect(await once()).toEqual({ code: 1, text: expect.stringContaining('revoked') })
    await until('the users are gone', async () => (await hidden()).length === 1)
    expect(await hidden()).toEqual([checkUserName(stage.inbound('vless').tag)])
    expect((await once('--join', join1)).code).toBe(1)
  })

  it('trusts a panel with a certificate of its own, and only with that one', async () => {
    vi.stubEnv('SLUICE_CORE_BIN', 'none')
    const panel = await servedPanel({ SLUICE_LISTEN: '0.0.0.0' })
    const other = mkdtempSync(join(tmpdir(), 'sluice-probe-'))
    try {
      const me = await panel.login()
      const { token } = await told(
        me.post<{ token: string }>('/panel/setting/apiTokens/create', { name: 'invite' }),
      )
      const { obj } = await secureInvite(panel.port, token)
      const { url, pin, token: secret } = readJoinString(obj.join, 'probe')
      expect([url, pin]).toEqual([
        `https://127.0.0.1:${panel.port}/`,
        expect.stringMatching(/^[0-9a-f]{64}$/),
      ])
      const start = (join: string) => {
        const one = startProbe(other, ['--once', '--join', join])
        running.push(one)
        return one
      }
      const wrong = start(joinString({ url, pin: 'ab'.repeat(32), token: secret }, 'probe'))
      expect([await wrong.ended, wrong.text()]).toEqual([1, expect.stringContaining('certificate')])
      const right = start(obj.join)
      expect([await right.ended, right.text()]).toEqual([0, expect.stringContaining('0 good, 0 failed')])
    } finally {
      await panel.stop()
      rmSync(other, { recursive: true, force: true })
    }
  })
})

/** Over TLS, as a browser does it: the panel sees with which certificate it was called. */
function secureInvite(port: number, token: string) {
  return new Promise<{ obj: { join: string } }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const to = { host: '127.0.0.1', port, path: `${probesPath}/invite`, method: 'POST', headers }
    const call = request({ ...to, rejectUnauthorized: false, agent: false }, (res) => {
      let text = ''
      res.on('data', (chunk) => (text += chunk))
      res.on('end', () => resolve(JSON.parse(text)))
    })
    call.on('error', reject)
    call.end(JSON.stringify({ name: 'box' }))
  })
}
