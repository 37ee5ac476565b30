import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BotState } from '#contract/telegram-api.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { coreBinary } from '#test/core-binary.ts'
import { type FakeTelegram, fakeTelegram } from '#test/fixtures/fake-telegram.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import type { Site } from '#test/fixtures/loopback-net.ts'
import { freePort } from '#test/free-port.ts'
import { boss, botSettings, peopleOf } from '#test/telegram.ts'
import { deadlineMs, until } from '#test/until.ts'
import { runClientCore } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { reaches } from './core/dial.ts'
import { kinds } from './core/metered.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { proxyTo } from './core/proxy-to.ts'

if (!coreBinary) console.log('telegram: no core to run, set SLUICE_TEST_CORE to an Xray binary')

function textIn(png: Buffer): string {
  const { data, width, height } = PNG.sync.read(png)
  // Its types describe a default export; Node provides the function under that name.
  const read = (jsqr as unknown as { default: typeof jsqr }).default ?? jsqr
  return read(Uint8ClampedArray.from(data), width, height)?.data ?? ''
}

describe.skipIf(!coreBinary)('an administrator with Telegram alone', () => {
  const binary = coreBinary ?? ''
  let fake: FakeTelegram
  let proxy: Site
  let origin: Origin
  let panel: CorePanel
  beforeAll(async () => {
    fake = await fakeTelegram()
    proxy = await proxyTo(fake.port)
    origin = await createOrigin()
    panel = await startCorePanel(binary)
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    await panel.addInbound({ ...cellInbound(kinds.vmess, { port: await freePort() }), remark: 'shop' })
    await panel.call('/panel/setting/update', {
      ...botSettings,
      tgBotProxy: `http://127.0.0.1:${proxy.port}`,
      publicHost: '127.0.0.1',
    })
  })
  afterAll(async () => {
    await panel?.stop()
    await origin?.close()
    await proxy?.stop()
    await fake?.stop()
  })

  it('adds a client, scans its QR code, and gets through the core', async () => {
    await vi.waitFor(
      async () =>
        expect(await panel.read<BotState>('/panel/api/telegram/state')).toMatchObject({ state: 'running' }),
      deadlineMs,
    )
    const { say, tap } = peopleOf(fake)
    await say(boss, '/start')
    await tap(boss, 'Add a client')
    await tap(boss, 'shop')
    await tap(boss, 'Continue')
    await tap(boss, 'Name')
    await say(boss, 'ann')
    await tap(boss, '\u2705 Add')
    const code = () =>
      fake
        .chat(boss)
        .flatMap(({ file }) => file ?? [])
        .find(({ name }) => name === 'ann.png')
    await until('its QR code comes', () => code() !== undefined)
    const link = textIn(code()?.bytes ?? Buffer.of())
    expect(await panel.read('/panel/api/clients/links/ann')).toEqual([link])
    const parsed = parseShareLink(link)
    if (!parsed.ok) throw new Error(parsed.why.code)
    const port = await freePort()
    const client = await runClientCore(binary, {
      log: { loglevel: 'warning' },
      inbounds: [{ listen: '127.0.0.1', port, protocol: 'http', settings: {} }],
      outbounds: [parsed.outbound],
    })
    try {
      await until('the client of the QR code gets through', () => reaches(port))
      await say(boss, '/usage ann')
      await tap(boss, 'Disable')
      await tap(boss, 'Yes')
      await until('a disabled client gets nowhere', async () => !(await reaches(port)))
    } finally {
      await client.stop()
    }
  })
})
