import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import { isHiddenUser } from '#domain/core-config/users.ts'
import type { CoreApi } from '#server/core/api/client.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import type { TestPanel, Visitor } from '#test/panel.ts'
import { servedPanel } from '#test/served.ts'
import { until } from '#test/until.ts'

const kinds = [
  { protocol: 'vless', network: 'tcp', security: 'none' },
  { protocol: 'vmess', network: 'tcp', security: 'none' },
  { protocol: 'trojan', network: 'tcp', security: 'none' },
  { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
  { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
  { protocol: 'wireguard' },
] as const

/** In one process, because the check is a job that runs every ten minutes. */
describe.skipIf(!coreBinary)('a core that was changed behind the panel', () => {
  let t: TestPanel
  let me: Visitor
  const inbounds: Inbound[] = []
  const api = (): CoreApi => {
    const connected = t.panel.core.api()
    if (!connected) throw new Error('the core is not connected')
    return connected
  }
  const check = () => t.panel.core.verify.run()
  const users = async (tag: string) => (await api().users(tag)).filter((u) => !isHiddenUser(u.email))

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary)
    t = await servedPanel()
    await until('the core runs', () => t.panel.core.api() !== undefined)
    me = await t.login()
    const ports = await freePorts(kinds.length)
    for (const [i, cell] of kinds.entries()) {
      const { id: _, tag: __, ...input } = cellInbound(cell, { port: ports[i] ?? 0 })
      const made = await me.post<Inbound>('/panel/api/inbounds/add', { ...input, listen: '127.0.0.1' })
      inbounds.push(made.obj)
    }
    const ids = inbounds.map((i) => i.id)
    for (const email of ['Ann', 'bob'])
      await me.post('/panel/api/clients/add', { client: { email }, inboundIds: ids })
  })
  afterAll(async () => {
    await t?.stop()
    vi.unstubAllEnvs()
  })

  it.each(kinds.map((kind, i) => [kind.protocol, i] as const))(
    'a user of %s that is missing, unknown or has another key is repaired',
    async (protocol, i) => {
      const tag = inbounds[i]?.tag ?? ''
      let right: Awaited<ReturnType<typeof users>> = []
      // Adding a client answers after a second even if the core is not done (R46).
      await expect
        .poll(async () => {
          right = await users(tag)
          return right.map((u) => u.email.toLowerCase()).sort()
        })
        .toEqual(['ann', 'bob'])
      const key = Buffer.alloc(32, 7).toString('base64')
      const entry = {
        ...{ id: 'a3482e88-686a-4a58-8126-99c9df64b7bf', password: key, auth: key },
        ...{ publicKey: key, allowedIPs: ['10.0.0.8/32'] },
      }
      const home = { tag, protocol, method: protocol === 'shadowsocks' ? '2022-blake3-aes-256-gcm' : '' }
      await api().removeUser(tag, 'Ann')
      await api().removeUser(tag, 'bob')
      await api().addUser(home, { email: 'bob', ...entry })
      await api().addUser(home, {
        email: 'mallory',
        ...entry,
        id: 'b3482e88-686a-4a58-8126-99c9df64b7bf',
        password: Buffer.alloc(32, 8).toString('base64'),
        auth: 'mallory',
        publicKey: Buffer.alloc(32, 8).toString('base64'),
        allowedIPs: ['10.0.0.9/32'],
      })
      await check()
      const byEmail = (list: typeof right) => new Map(list.map((u) => [u.email.toLowerCase(), u.credential]))
      expect(byEmail(await users(tag))).toEqual(byEmail(right))
    },
  )

  it('nothing is done if nothing drifted', async () => {
    const seen = await Promise.all(inbounds.map((i) => users(i.tag)))
    await check()
    expect(await Promise.all(inbounds.map((i) => users(i.tag)))).toEqual(seen)
  })

  it('a missing inbound comes back with its users', async () => {
    const tag = inbounds[1]?.tag ?? ''
    const right = await users(tag)
    await api().removeInbound(tag)
    await check()
    expect(new Set((await users(tag)).map((u) => u.credential))).toEqual(
      new Set(right.map((u) => u.credential)),
    )
  })
})
