import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import { isHiddenUser } from '#domain/core-config/users.ts'
import { createCoreApi } from '#server/core/api/client.ts'
import type { CoreError } from '#server/core/api/errors.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { until } from '#test/until.ts'
import { startClientCore } from './core/client-core.ts'
import { startCorePanel, templateTo } from './core/core-panel.ts'
import { reaches } from './core/dial.ts'
import { createOrigin } from './core/origin.ts'

const clients = '/panel/api/clients'
const cells = [
  { protocol: 'vless', network: 'tcp', security: 'none' },
  { protocol: 'trojan', network: 'tcp', security: 'none' },
] as const
const many = 4_000
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`)
const bulk = (emails: readonly string[], inboundIds: readonly number[]) =>
  emails.map((email) => ({ client: { email }, inboundIds }))

describe.skipIf(!coreBinary)('thousands of users queued for the real core', () => {
  let t: ServedPanel
  let me: Awaited<ReturnType<ServedPanel['login']>>
  const inbounds: Inbound[] = []
  const core = () => t.panel.core
  const left = () => core().backlog()?.left ?? 0
  const emailsOn = async (i: number) =>
    new Set(
      (
        await core()
          .api()
          ?.userEmails(inbounds[i]?.tag ?? '')
      )?.filter((email) => !isHiddenUser(email)),
    )
  const drained = () => until('the backlog is empty', () => core().backlog() === undefined, 240_000)

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary)
    t = await servedPanel()
    await until('the core runs', () => core().api() !== undefined)
    me = await t.login()
    const ports = await freePorts(cells.length)
    for (const [i, cell] of cells.entries()) {
      const { id: _, tag: __, ...input } = cellInbound(cell, { port: ports[i] ?? 0 })
      inbounds.push(
        (await me.post<Inbound>('/panel/api/inbounds/add', { ...input, listen: '127.0.0.1' })).obj,
      )
    }
  })
  afterAll(async () => {
    await t?.stop()
    vi.unstubAllEnvs()
  })

  it('edits and removals do not wait for them, no removed user comes back, and all of them arrive', async () => {
    const ids = inbounds.map(({ id }) => id)
    await me.post(`${clients}/add`, { client: { email: 'old' }, inboundIds: ids })
    // An edit answers after a second even if the core is not done (R46).
    await expect.poll(async () => (await emailsOn(0)).has('old')).toBe(true)
    await me.post(`${clients}/bulkCreate`, bulk(names('many', many), ids))
    const last = `many${many - 1}`

    await me.post(`${clients}/add`, { client: { email: 'single' }, inboundIds: ids })
    await me.post(`${clients}/del/old`)
    await me.post(`${clients}/del/${last}`)
    await until('the edits have passed the queue', async () => {
      const both = [await emailsOn(0), await emailsOn(1)]
      return both.every((seen) => seen.has('single') && !seen.has('old'))
    })
    expect(left()).toBeGreaterThan(many / 4)
    for (const i of [0, 1]) expect((await emailsOn(i)).size).toBeLessThan(many)

    // A bulk edit that removes the second half while the first one has not arrived yet.
    const back = names('many', many).slice(many / 2, many - 1)
    await me.post(`${clients}/bulkDel`, { emails: back, keepTraffic: false })
    await drained()
    const wanted = [...names('many', many / 2), 'single'].sort()
    for (const i of [0, 1]) expect([...(await emailsOn(i))].sort()).toEqual(wanted)
  })
})

it.skipIf(!coreBinary)(
  'a panel that is killed meanwhile adds the rest after its start',
  { timeout: 400_000 },
  async () => {
    const binary = coreBinary ?? ''
    const origin = await createOrigin()
    let panel = await startCorePanel(binary)
    try {
      await panel.until('running')
      await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
      const [port = 0] = await freePorts(1)
      const inbound = await panel.addInbound(cellInbound(cells[1], { port }))
      await panel.call(`${clients}/bulkCreate`, bulk(names('c', many), [inbound.id]))
      const { pid } = panel.record()
      await panel.program.kill('SIGKILL')
      panel = await startCorePanel(binary, { folder: panel.folder })
      await panel.until('running')
      expect(panel.record().pid).toBe(pid)
      const core = await startClientCore(binary, [{ inbound, client: await panel.client(`c${many - 1}`) }])
      try {
        await until('the last of them gets in', () => reaches(core.ports[0] ?? 0, 2_000), 240_000)
      } finally {
        await core.stop()
      }
    } finally {
      await panel.stop()
      await origin.close()
    }
  },
)

it.skipIf(!coreBinary)('adding and removing users fails with the kind of the error', async () => {
  const panel = await startCorePanel(coreBinary ?? '')
  try {
    await panel.until('running')
    const [port = 0] = await freePorts(1)
    const { tag } = await panel.addInbound(cellInbound(cells[0], { port }))
    const users = createCoreApi(panel.record().api)
    const home = { tag, protocol: 'vless', method: '' } as const
    const entry = { email: 'ann', id: crypto.randomUUID(), flow: '' }
    const kindOf = (call: Promise<void>) =>
      call.then(
        () => 'done',
        (error: CoreError) => error.kind,
      )
    let first = ''
    await until('the core has the inbound', async () => {
      first = await kindOf(users.addUser(home, entry))
      return first !== 'missing'
    })
    const seen = [
      first,
      await kindOf(users.addUser(home, entry)),
      await kindOf(users.removeUser(tag, 'ANN')),
      await kindOf(users.removeUser(tag, 'ann')),
      await kindOf(users.removeUser('no-such-inbound', 'ann')),
    ]
    await panel.call('/panel/api/server/stopXrayService')
    seen.push(await kindOf(users.addUser(home, entry)))
    users.close()
    expect(seen).toEqual(['done', 'exists', 'done', 'missing', 'missing', 'unavailable'])
  } finally {
    await panel.stop()
  }
})
