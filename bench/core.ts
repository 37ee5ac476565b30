import type { Inbound } from '#contract/inbound.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import { plan } from '#domain/core-config/plan.ts'
import { coreUser } from '#domain/core-config/users.ts'
import { takesTwice, unless } from '#server/core/api/execute-users.ts'
import { runBinary } from '#server/core/binary/run-binary.ts'
import { homeOf } from '#server/core/reconcile/user-plan.ts'
import { toClient } from '#server/store/rows/client.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { servedPanel } from '#test/served.ts'
import { median } from './http/loader.ts'

// The panel's share of an edit against the core's, with 10,000 clients on 5 inbounds: only the ratios are comparable. The
// core's share is the calls that the edit needs: where the core would keep an old credential, removal comes first.

const clientCount = 10_000
const rounds = Number(process.env.SLUICE_BENCH_ROUNDS ?? 200)
const cells = [
  { protocol: 'vless', network: 'tcp', security: 'tls' },
  { protocol: 'vmess', network: 'ws', security: 'none' },
  { protocol: 'trojan', network: 'tcp', security: 'tls' },
  { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
  { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
] as const

if (!coreBinary) throw new Error('name a core in SLUICE_TEST_CORE')
const binary = coreBinary
process.env.SLUICE_CORE_BIN = binary

async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
async function tested(input: string): Promise<void> {
  const ran = await runBinary(binary, ['run', '-test', '-c', 'stdin:'], { deadlineMs: 60_000, input })
  if (ran.code !== 0) throw new Error(ran.stdout)
}
const ms = (list: readonly number[]) => `${median([...list]).toFixed(2)} ms`
const row = (...columns: string[]) => console.log(`| ${columns.join(' | ')} |`)

const t = await servedPanel()
try {
  const { core, db } = t.panel
  while (!core.api()) await new Promise((next) => setTimeout(next, 50))
  const api = core.api()
  if (!api) throw new Error('the core ended')
  const me = await t.login()
  const ids: number[] = []
  for (const [i, cell] of cells.entries()) {
    const { id: _, tag: __, ...input } = cellInbound(cell, { port: 22_000 + i })
    const added = await me.post<Inbound>('/panel/api/inbounds/add', { ...input, listen: '127.0.0.1' })
    if (!added.success) throw new Error(added.msg)
    ids.push(added.obj.id)
  }
  const list = Array.from({ length: clientCount }, (_, i) => ({
    client: { email: `client-${i}` },
    inboundIds: [ids[i % ids.length]],
  }))
  const filled = await timed(async () => {
    await me.post('/panel/api/clients/bulkCreate', list)
    await core.verify.run() // queued behind all of them
  })

  row('What', 'panel', 'core', 'ratio', 'target')
  row('---', '---', '---', '---', '---')
  for (const [i, cell] of cells.entries()) await compareEdits(cell.protocol, i)
  await compareConfigs()
  console.log(`\n${clientCount} clients made in one call and in the core: ${(filled / 1000).toFixed(1)} s`)

  /** Re-enables one client: the panel's work after the commit, the whole request, and the core call alone. */
  async function compareEdits(protocol: string, place: number) {
    const inbound = core.inbound(ids[place] ?? 0)
    if (!inbound || !api) throw new Error('the inbound does not run')
    const bare: number[] = []
    const ours: number[] = []
    const whole: number[] = []
    const durable: number[] = []
    for (let n = 0; n < rounds; n++) {
      const email = `client-${place + cells.length * n}`
      const stored = toClient(
        await db.read
          .selectFrom('clients')
          .selectAll()
          .where('email_key', '=', email)
          .executeTakeFirstOrThrow(),
      )
      const entry = coreUser(inbound, stored)
      if (!entry) throw new Error('no such user')
      await api.removeUser(inbound.tag, email)
      const home = homeOf(inbound)
      bare.push(
        await timed(async () => {
          if (takesTwice(home)) await unless('missing', () => api.removeUser(home.tag, email))
          await api.addUser(home, entry)
        }),
      )
      await api.removeUser(inbound.tag, email)
      const change = { email, formerEmail: null, inboundIds: [inbound.id], formerInboundIds: [inbound.id] }
      const before = { ...stored, enable: false }
      const by = { kind: 'job', name: 'bench', address: '' } as const
      ours.push(
        await timed(() => core.onChange({ kind: 'clients-changed', clients: [{ ...change, before }], by })),
      )
      await me.post(`/panel/api/clients/update/${email}`, { email, enable: false })
      durable.push(
        await timed(() =>
          db.write((tx) =>
            tx.updateTable('clients').set({ updated_at: n }).where('email_key', '=', email).execute(),
          ),
        ),
      )
      whole.push(await timed(() => me.post(`/panel/api/clients/update/${email}`, { email, enable: true })))
    }
    const ratio = (median(ours) / median(bare)).toFixed(2)
    row(`${protocol}: one client's edit reaches the core after its commit`, ms(ours), ms(bare), ratio, '<= 3')
    // The floor is one synced commit and one core call: the rest is the panel's overhead.
    const least = median(bare) + median(durable)
    row(
      `${protocol}: the whole request, against that call and a bare durable commit (${ms(durable)})`,
      ms(whole),
      `${least.toFixed(2)} ms`,
      (median(whole) / least).toFixed(2),
      '',
    )
  }

  async function compareConfigs() {
    const build: number[] = []
    const noop: number[] = []
    const parse: number[] = []
    for (let n = 0; n < 5; n++) {
      let text = ''
      build.push(
        await timed(async () => {
          text = await core.configText()
        }),
      )
      const [a, b] = [JSON.parse(text) as CoreConfig, JSON.parse(text) as CoreConfig]
      noop.push(
        await timed(() => {
          if (plan(a, b).operations.length > 0) throw new Error('the same is not the same')
        }),
      )
      // Subtracts the time the program needs to start with an empty configuration.
      parse.push((await timed(() => tested(text))) - (await timed(() => tested('{}'))))
    }
    const ours = median(build) + median(noop)
    row(
      `building the whole configuration and planning nothing (${ms(noop)})`,
      `${ours.toFixed(0)} ms`,
      ms(parse),
      (ours / median(parse)).toFixed(2),
      '<= 1',
    )
  }
} finally {
  await t.stop()
}
