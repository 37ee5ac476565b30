import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { HealthReport } from '#contract/health-api.ts'
import type { BalancerStatus, RouteAnswer } from '#contract/outbounds-api.ts'
import { deadEnd } from '#domain/core-config/dead-end.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { until } from '#test/until.ts'
import { templateTo } from './core/core-panel.ts'
import { fetchThrough } from './core/dial.ts'
import { createOrigin, megabyte, type Origin } from './core/origin.ts'

/** Nobody listens on port 1. */
const dead = { protocol: 'socks', settings: { servers: [{ address: '127.0.0.1', port: 1 }] } }

describe.skipIf(!coreBinary)('a balancer whose outbounds are all dead, and that has no fallback', () => {
  let t: TestPanel
  let me: Visitor
  let origin: Origin
  let door: number

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary ?? '')
    origin = await createOrigin()
    door = await freePort()
    t = await testPanel({ SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(await freePort()) })
    me = await t.login()
    const inbound = { listen: '127.0.0.1', port: door, protocol: 'mixed', settings: { auth: 'noauth' } }
    expect(await me.post('/panel/api/inbounds/add', inbound)).toMatchObject({ success: true })
    await t.panel.start()
  })
  afterAll(async () => {
    await t?.stop()
    await origin?.close()
    vi.unstubAllEnvs()
  })

  /** Through the balancer goes what a client asks for; `direct` would reach the origin. */
  async function save(strategy: string, fallbackTag?: string) {
    const template = templateTo(origin.port)
    const direct = (template.outbounds as object[])[0] // made above
    const xraySetting = {
      ...template,
      outbounds: [direct, { ...dead, tag: 'far-1' }, { ...dead, tag: 'far-2' }],
      routing: {
        rules: [{ type: 'field', network: 'tcp,udp', balancerTag: 'lb' }],
        balancers: [{ tag: 'lb', selector: ['far'], strategy: { type: strategy }, fallbackTag }],
      },
      ...(strategy === 'leastPing' && {
        observatory: { subjectSelector: ['far'], probeURL: 'http://192.0.2.1/', probeInterval: '1s' },
      }),
      ...(strategy === 'leastLoad' && {
        burstObservatory: {
          subjectSelector: ['far'],
          pingConfig: { destination: 'http://192.0.2.1/', interval: '1s', sampling: 1, timeout: '1s' },
        },
      }),
    }
    expect(await me.post('/panel/xray/update', { xraySetting })).toMatchObject({ success: true })
    expect(await me.post('/panel/api/server/restartXrayService')).toMatchObject({ success: true })
    await until('the core runs', () => t.panel.core.connected() !== undefined)
  }
  const fetched = () => fetchThrough(door, 3_000).catch(() => 'failed')
  const route = async () => (await me.post<RouteAnswer>('/panel/xray/routeTest', { domain: 'a.example' })).obj
  const status = async () =>
    (await me.post<Record<string, BalancerStatus>>('/panel/api/xray/balancerStatus', { tags: 'lb' })).obj.lb

  const report = async () => (await me.get<HealthReport>('/panel/api/server/doctor')).obj
  const checks = async () => (await report()).checks.filter(({ id }) => /^(balancers|outbounds)/.test(id))

  it.each(['leastPing', 'leastLoad'])(
    '%s: the connection fails, and route and status say so',
    async (strategy) => {
      await save(strategy)
      await expect.poll(route).toMatchObject({ matched: true, outboundTag: deadEnd.tag })
      await expect.poll(status).toMatchObject({ running: true, selected: [] })
      expect(await fetched()).toBe('failed')
      await expect.poll(checks).toMatchObject([
        { id: 'balancers.lb', state: 'bad', sentenceCoded: { code: 'health.balancer-dead' } },
        { id: 'outbounds.far-1', state: 'warn', subject: { kind: 'outbound', id: 'far-1' } },
        { id: 'outbounds.far-2', state: 'warn' },
      ])
    },
  )

  it.each(['random', 'roundRobin'])('%s: the connection fails', async (strategy) => {
    await save(strategy)
    expect(await fetched()).toBe('failed')
  })

  it('with a fallback it goes there', async () => {
    await save('leastPing', 'direct')
    await expect.poll(route).toMatchObject({ matched: true, outboundTag: 'direct' })
    await expect.poll(fetched).toBe(megabyte)
    const onFallback = {
      id: 'balancers.lb',
      state: 'warn',
      sentenceCoded: { code: 'health.balancer-on-fallback' },
    }
    await expect.poll(async () => (await checks())[0]).toMatchObject(onFallback)
    expect((await report()).checks.find(({ id }) => id === 'core.version')).toMatchObject({ state: 'ok' })
  })
})
