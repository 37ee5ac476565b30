import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ClientFields } from '#contract/client.ts'
import type { Preflight } from '#contract/core-preflight.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import type { CoreStatus } from '#contract/status.ts'
import { asBlocks } from '#domain/untyped.ts'
import { PINNED_VERSION } from '#server/core/binary/binary-version.ts'
import { managedPath } from '#server/core/binary/locate.ts'
import { coreBinary, otherCores } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { freePort, freePorts } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { patient } from '#test/patient.ts'
import { subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { templateTo } from './core/core-panel.ts'
import { openStreamSoon, reaches, type Stream } from './core/dial.ts'
import { kindNames, kinds } from './core/metered.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { cacheVersion, installVersion, listing } from './core/versions.ts'
import { programs, type Running, startListening } from './real-apps/programs.ts'

// One panel goes from the pinned version to the newest and back while people download.
const newest = '26.10.10'
const next = otherCores[newest]
if (!next) console.log(`Not tested: an update of the core to ${newest}, which is not on this machine.`)
const each = 6
const blockedHost = 'blocked.test'

describe.runIf(coreBinary !== undefined && next !== undefined)(
  `from ${PINNED_VERSION} to ${newest}, and back`,
  () => {
    let t: TestPanel
    let me: Visitor
    let cache: string
    let origin: Origin
    let people: ClientCore
    let streams: Stream[] = []
    let subPort: number
    const inbounds: Inbound[] = []
    const stops: (() => unknown)[] = []
    const server = (path: string) => `/panel/api/server/${path}`
    const call = async <T>(path: string, body?: unknown): Promise<T> => {
      const answer = await me.post<T>(path, body)
      expect(answer, path).toMatchObject({ success: true })
      return answer.obj
    }
    const status = async () => (await me.get<{ xray: CoreStatus }>(server('status'))).obj.xray
    const pid = () => t.panel.core.pid()
    const template = async (change: (template: { outbounds: Block[] }) => void) => {
      const { xraySetting } = JSON.parse(await call<string>('/panel/xray/'))
      change(xraySetting)
      await call('/panel/xray/update', { xraySetting: JSON.stringify(xraySetting) })
    }
    const far = {
      tag: 'far',
      protocol: 'vless',
      settings: {
        vnext: [{ address: '1.2.3.4', port: 443, users: [{ id: crypto.randomUUID(), encryption: 'none' }] }],
      },
    }

    /** A client of Hysteria dials again half a minute after its server has gone; one that begins anew needs not wait. */
    async function connect() {
      const { obj } = await me.get<{ client: ClientFields }>('/panel/api/clients/get/ann')
      await people?.stop()
      people = await startClientCore(
        coreBinary ?? '',
        inbounds.map((inbound) => ({ inbound: { ...inbound }, client: obj.client })),
      )
    }
    /** The others are back by themselves. */
    async function everybodyIsBack() {
      for (const [i, port] of people.ports.entries())
        if (kindNames[i] !== 'hysteria') await until('a client is back', () => reaches(port))
      await connect()
      for (const port of people.ports) await until('a client is in', () => reaches(port))
    }
    const download = async () => {
      for (const stream of streams) stream.close()
      const doors = people.ports.flatMap((port) => Array.from({ length: each }, () => port))
      streams = await Promise.all(doors.map((door) => openStreamSoon(door)))
    }
    const flowing = async () =>
      (await Promise.all(streams.map((stream) => stream.flows()))).filter(Boolean).length

    /** What the rule of the template answers for a blocked host: 403 by its response, and none if the section is broken. */
    const blockedStatus = () =>
      new Promise<number>((resolve) => {
        const asked = request(
          {
            host: '127.0.0.1',
            port: people.ports[1],
            path: `http://${blockedHost}/`,
            headers: { host: blockedHost },
          },
          (res) => resolve(res.resume().statusCode ?? 0),
        )
        asked.setTimeout(patient(1_000), () => asked.destroy(new Error('no answer')))
        asked.once('error', () => resolve(0)).end()
      })

    /** The sing-box file of a client as it is served now, with a door for each entry. */
    async function singbox(): Promise<{ app: Running; doors: ReadonlyMap<string, number> }> {
      const { body } = await subscriberOf(subPort)('/singbox/sub-ann', {
        'user-agent': 'SFA/1.14.1 (sing-box 1.14.1)',
        host: '127.0.0.1',
      })
      const outbounds = asBlocks(JSON.parse(body).outbounds).filter((one) => 'server' in one)
      const ports = await freePorts(outbounds.length)
      const doors = new Map(outbounds.map(({ tag }, i) => [String(tag), ports[i] ?? 0]))
      const config = {
        inbounds: ports.map((listen_port, i) => ({
          ...{ type: 'mixed', tag: `door-${i}`, listen: '127.0.0.1', listen_port },
        })),
        outbounds,
        route: { rules: outbounds.map(({ tag }, i) => ({ inbound: `door-${i}`, outbound: tag })) },
      }
      const [file, ca] = [join(cache, 'app.json'), join(cache, 'ca.pem')]
      writeFileSync(file, JSON.stringify(config))
      writeFileSync(ca, `${testKeys.ca}\n`)
      const app = await startListening(programs.singbox, ['run', '-c', file], ports, ca)
      stops.push(app.stop)
      return { app, doors }
    }
    const silent = async (doors: ReadonlyMap<string, number>) => {
      const names: string[] = []
      for (const [name, door] of doors) if (!(await reaches(door)) && !(await reaches(door))) names.push(name)
      return names
    }

    beforeAll(async () => {
      vi.stubEnv('SLUICE_CORE_BIN', '')
      vi.stubEnv('PATH', '/nowhere')
      cache = mkdtempSync(join(tmpdir(), 'sluice-update-'))
      vi.stubEnv('XDG_CACHE_HOME', cache)
      const pinned = readFileSync(coreBinary ?? '')
      cacheVersion(cache, PINNED_VERSION, pinned)
      cacheVersion(cache, newest, readFileSync(next ?? ''))
      origin = await createOrigin()
      subPort = await freePort()
      const ports = { SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(subPort) }
      t = await testPanel(ports, { egress: listing(newest) })
      installVersion(managedPath(t.config.binFolder), PINNED_VERSION, pinned)
      me = await t.login()
      const xraySetting = templateTo(origin.port, {
        outbounds: [{ tag: 'refuses', protocol: 'blackhole', settings: { response: { type: 'http' } } }, far],
        rules: [{ domain: [`full:${blockedHost}`], outboundTag: 'refuses' }],
      })
      await call('/panel/xray/update', { xraySetting: JSON.stringify(xraySetting) })
      for (const kind of kindNames) {
        const port = await freePort()
        const { id: _, tag: __, ...source } = cellInbound(kinds[kind], { port, target: origin.realityTarget })
        inbounds.push(
          await call<Inbound>('/panel/api/inbounds/add', { ...source, remark: kind, listen: '127.0.0.1' }),
        )
      }
      await call('/panel/setting/update', { subSingboxEnable: true })
      const client = { email: 'ann', subId: 'sub-ann' }
      await call('/panel/api/clients/add', { client, inboundIds: inbounds.map(({ id }) => id) })
      await t.panel.start()
      await until('the core runs', () => t.panel.core.connected() !== undefined)
      const { obj } = await me.get<{ client: ClientFields }>('/panel/api/clients/get/ann')
      people = await startClientCore(
        coreBinary ?? '',
        inbounds.map((inbound) => ({ inbound: { ...inbound }, client: obj.client })),
      )
      await download()
    })
    afterAll(async () => {
      for (const stream of streams) stream.close()
      for (const stop of stops) await stop()
      await people?.stop()
      await t?.stop()
      await origin?.close()
      vi.unstubAllEnvs()
      if (cache) rmSync(cache, { recursive: true, force: true })
    })

    it('names everything that would fail, while everybody goes on', async () => {
      const before = pid()
      const doors = programs.singbox ? (await singbox()).doors : new Map<string, number>()
      expect(await silent(doors)).toEqual([])
      await t.panel.subscriptions.flush()
      const found = await call<Preflight>(server(`preflight/v${newest}`))
      expect(found).toMatchObject({ from: PINNED_VERSION, version: newest, ok: false })
      expect(found.blocks).toEqual([
        expect.stringMatching(/^Outbound far would fail in Xray 26\.10\.10/),
        ...(programs.singbox ? [expect.stringContaining('vless')] : []),
      ])
      expect(found.parts.filter(({ state }) => state !== 'ok').map(({ name }) => name)).toEqual(['far'])
      expect(await me.post(server(`installXray/v${newest}`))).toMatchObject({ success: false })
      expect(await flowing()).toBe(streams.length)
      expect([pid(), (await status()).version]).toEqual([before, PINNED_VERSION])
    })

    /** The core is another process, so each download ends once; they begin again and nothing else ends them. */
    async function goTo(version: string) {
      const before = pid()
      await call(server(`installXray/v${version}`), { force: 'true' })
      await until('the core runs', () => t.panel.core.connected() !== undefined)
      expect(await status()).toMatchObject({ state: 'running', version })
      expect(pid()).not.toBe(before)
      await everybodyIsBack()
      await download()
    }

    async function sectionsAreRight() {
      const before = pid()
      expect(await blockedStatus()).toBe(403)
      let response: Block[] = []
      await template((one) => {
        response = one.outbounds.filter(({ tag }) => tag === 'refuses')
        one.outbounds = one.outbounds.filter(({ tag }) => tag !== 'refuses')
        one.outbounds.push({ tag: 'refuses', protocol: 'blackhole', settings: {} })
      })
      await expect.poll(blockedStatus).not.toBe(403)
      await template((one) => {
        one.outbounds = [...one.outbounds.filter(({ tag }) => tag !== 'refuses'), ...response]
      })
      await expect.poll(blockedStatus).toBe(403)
      expect(await flowing()).toBe(streams.length)
      for (const { id } of inbounds) await call(`/panel/api/inbounds/setEnable/${id}`, { enable: false })
      for (const { id } of inbounds) await call(`/panel/api/inbounds/setEnable/${id}`, { enable: true })
      await everybodyIsBack()
      expect(t.panel.core.pending()).toEqual([])
      expect(pid()).toBe(before)
    }

    it('updates, and every section is right afterwards', async () => {
      const doors = programs.singbox ? (await singbox()).doors : new Map<string, number>()
      await template((one) => {
        one.outbounds = one.outbounds.filter(({ tag }) => tag !== 'far')
      })
      await goTo(newest)
      await sectionsAreRight()
      if (programs.singbox) expect(await silent(doors)).toEqual([expect.stringContaining('vless')])
    })

    it('names what the older version does not have before it goes back, and drops nobody', async () => {
      const custom = { response: { type: 'custom', customResponseData: 'aGk=' } }
      const later = { tag: 'later', protocol: 'blackhole', settings: custom }
      await template((one) => one.outbounds.push(later))
      await download()
      const before = pid()
      const found = await call<Preflight>(server(`preflight/v${PINNED_VERSION}`))
      expect(found.blocks).toContainEqual(expect.stringContaining('Outbound later would fail'))
      expect(found.notes).toContain(
        `Xray ${PINNED_VERSION} does not have customResponseData, which came with 26.9.9. Remove it from later first, or choose a newer version.`,
      )
      expect(await me.post(server(`installXray/v${PINNED_VERSION}`))).toMatchObject({ success: false })
      expect(await flowing()).toBe(streams.length)
      expect(pid()).toBe(before)
      await template((one) => {
        one.outbounds = one.outbounds.filter(({ tag }) => tag !== 'later')
      })
    })

    it('goes back, and every section is right again', async () => {
      await goTo(PINNED_VERSION)
      await sectionsAreRight()
      if (programs.singbox) expect(await silent((await singbox()).doors)).toEqual([])
    })
  },
)
