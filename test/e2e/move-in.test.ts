import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import type { MoveInPlan } from '#contract/move-in-api.ts'
import type { Envelope } from '#contract/wire.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { inEnglish } from '#domain/refusal.ts'
import { coreBinary } from '#test/core-binary.ts'
import { databaseOf, linksOf, withDatabase } from '#test/fixtures/three-x-ui.ts'
import { freePorts } from '#test/free-port.ts'
import { startProgram } from '#test/program.ts'
import { essenceOf } from '#test/same-links.ts'
import { runClientCore } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { fetchThrough } from './core/dial.ts'
import { createOrigin, megabyte, type Origin } from './core/origin.ts'

/** Of its own, so that the ports of the old links are free. */
const address = '127.0.0.63'

/** Reality, VMess with an HTTP header, both kinds of Shadowsocks, plain VLESS: what needs no trusted certificate. */
const ports = [26422, 26442, 26462, 26472, 26502]

/** Where the old server was, and the site that Reality borrowed from: this machine stands in for both. */
function onLoopback(realityTarget: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-moved-'))
  const file = join(folder, 'x-ui.db')
  writeFileSync(file, databaseOf('3.6.0'))
  const db = new DatabaseSync(file)
  db.prepare("update inbounds set listen = ? where listen = ''").run(address)
  db.prepare("update inbounds set stream_settings = replace(stream_settings, 'www.example.com:443', ?)").run(
    realityTarget,
  )
  db.close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

/** Links that the old panel handed out to clients that may still connect, one per port. */
function oldLinks(): string[] {
  const live = withDatabase('3.6.0', (db) =>
    db
      .prepare(
        `select c.sub_id from clients c join client_traffics t on t.email = c.email
          where c.enable and t.enable and (c.expiry_time <= 0 or c.expiry_time > ?)
            and (c.total_gb = 0 or t.up + t.down < c.total_gb)`,
      )
      .all(Date.now())
      .map(({ sub_id }) => String(sub_id)),
  )
  const links = live.flatMap((id) => linksOf('3.6.0')[id] ?? [])
  return ports.map((port) => links.find((link) => essenceOf(link).port === String(port)) ?? '')
}

/** The link as it is, with this machine in the place of the old server. */
function outboundOf(link: string): Block {
  const parsed = parseShareLink(link)
  if (!parsed.ok) throw new Error(`${link}: ${inEnglish(parsed.why)}`)
  return JSON.parse(JSON.stringify(parsed.outbound).replaceAll('vpn.example.org', address)) as Block
}

describe.skipIf(!coreBinary)('clients of the old panel', () => {
  let origin: Origin
  let panel: CorePanel
  beforeAll(async () => {
    origin = await createOrigin()
    panel = await startCorePanel(coreBinary ?? '', { env: { SLUICE_BASE_PATH: '/' } })
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
  })
  afterAll(async () => {
    await panel?.stop()
    await origin?.close()
  })

  it('connect with the links that it handed out', async () => {
    const form = new FormData()
    form.set('db', new Blob([new Uint8Array(onLoopback(origin.realityTarget))]), 'x-ui.db')
    const { cookie, csrf } = panel.visitor
    const upload = await fetch(`${panel.program.url}/panel/api/move-in/upload`, {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': csrf },
      body: form,
    })
    const { obj } = (await upload.json()) as Envelope<MoveInPlan>
    await panel.call(`/panel/api/move-in/apply/${obj.id}`, {})
    const links = oldLinks()
    const doors = await freePorts(links.length)
    const core = await runClientCore(coreBinary ?? '', {
      log: { loglevel: 'warning' },
      inbounds: doors.map((port, i) => ({ tag: `in-${i}`, listen: '127.0.0.1', port, protocol: 'http' })),
      outbounds: links.map((link, i) => ({ ...outboundOf(link), tag: `out-${i}` })),
      routing: { rules: doors.map((_, i) => ({ inboundTag: [`in-${i}`], outboundTag: `out-${i}` })) },
    })
    try {
      for (const [i, door] of doors.entries())
        await expect.poll(() => fetchThrough(door), { message: links[i] ?? '' }).toBe(megabyte)
    } finally {
      await core.stop()
    }
  })
})

describe('an import that is killed', () => {
  const kills = process.env.SLUICE_LONG ? 20 : 1

  it('is there as a whole or not at all', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-killed-'))
    const file = join(folder, 'x-ui.db')
    writeFileSync(file, databaseOf('3.6.0'))
    const data = join(folder, 'data')
    const run = () => startProgram({ folder: data, args: ['import-3x-ui', file, '--yes'] })
    const counts = (): number[] => {
      const stored = join(data, 'sluice.db')
      if (!existsSync(stored)) return []
      const db = new DatabaseSync(stored)
      try {
        const tables = ['users', 'inbounds', 'clients', 'client_inbounds', 'api_tokens', 'nodes']
        return tables.map((table) => Number(db.prepare(`select count(*) as n from ${table}`).get()?.n))
      } catch {
        return [] // killed before the schema was there
      } finally {
        db.close()
      }
    }
    try {
      const began = performance.now()
      expect((await (await run()).ended).code).toBe(0)
      const tookMs = performance.now() - began
      const whole = counts()
      for (let i = 1; i <= kills; i++) {
        rmSync(data, { recursive: true })
        const program = await run()
        // The program loads in the first third; nothing is written there.
        const share = 1 / 3 + (2 * i) / (3 * (kills + 1))
        await new Promise((resolve) => setTimeout(resolve, tookMs * share))
        await program.kill('SIGKILL')
        const found = counts()
        if (found.some((n) => n > 0)) expect(found).toEqual(whole)
        expect((await (await run()).ended).code).toBe(0)
        expect(counts()).toEqual(whole)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
