import { readdirSync, readFileSync } from 'node:fs'
import type { Entries } from '#contract/entries-api.ts'
import { coreBinary } from '#test/core-binary.ts'
import { type Name, stageEntries, told } from '#test/e2e/entries-stage.ts'

// What a round of checks as a client costs, with 40 entries and with 500, all of them good; and with 40 whose port is
// closed. The processor time of the core that serves the entries is that of its clients, and stands apart.

if (!coreBinary) throw new Error('this bench needs a core')
process.env.SLUICE_CORE_BIN = coreBinary

const statOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
/** Seconds, of ticks of a hundredth. */
const secondsIn = (fields: readonly (string | undefined)[]): number =>
  fields.reduce((sum, field) => sum + Number(field), 0) / 100
const ended = () => secondsIn(statOf('self').slice(13, 15))
const own = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The largest of this process's children but one, in MB: the client's core. */
function childrenMb(except: number | undefined): number {
  const sizes = readdirSync('/proc').map((pid) => {
    try {
      if (!/^\d+$/.test(pid) || Number(pid) === except || Number(statOf(pid)[1]) !== process.pid) return 0
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
    } catch {
      return 0 // it ended meanwhile
    }
  })
  return Math.max(...sizes)
}

const stage = await stageEntries()
const { t, me } = stage
const spread: readonly Name[] = ['reality', 'trojan', 'vless', 'vmess']

async function offer(count: number, port?: number): Promise<void> {
  for (const name of spread) {
    const rows = Array.from({ length: count / spread.length }, (_, i) => ({
      ...{ dest: '127.0.0.1', port: port ?? stage.inbound(name).port, forceTls: 'same', remark: `${i}` },
    }))
    await stage.change(name, { ...stage.stream(name), externalProxy: rows })
  }
}

async function measure(what: string): Promise<void> {
  const server = t.panel.core.pid()
  const served = () => secondsIn(statOf(server ?? 0).slice(11, 13))
  let core = 0
  const look = setInterval(() => {
    core = Math.max(core, childrenMb(server))
  }, 200)
  globalThis.gc?.()
  const before = { panel: own(), client: ended(), server: served(), rss: process.memoryUsage.rss() }
  const began = performance.now()
  await t.panel.entries.checkAll()
  const took = performance.now() - began
  clearInterval(look)
  globalThis.gc?.()
  const { entries } = await told(me.get<Entries>('/panel/api/health/entries'))
  const good = entries.filter(({ state }) => state === 'good').length
  const panel = own() - before.panel
  const client = ended() - before.client
  const mb = (process.memoryUsage.rss() - before.rss) / 1_048_576
  console.log(
    `${what}: ${good} of ${entries.length} good in ${(took / 1_000).toFixed(1)} s; processor: panel ${panel.toFixed(2)} s, ` +
      `its client core ${client.toFixed(2)} s (serving them ${(served() - before.server).toFixed(2)} s); ` +
      `memory: client core ${core.toFixed(0)} MB, panel ${mb > 0 ? '+' : ''}${mb.toFixed(0)} MB afterwards`,
  )
}

try {
  for (const name of ['shadowsocks', 'hysteria'] as const)
    await told(me.post(`/panel/api/inbounds/del/${stage.inbound(name).id}`))
  await offer(4)
  await measure('first round, 4 entries')
  await offer(40)
  await measure('40 entries')
  await measure('40 entries again')
  await offer(500)
  await measure('500 entries')
  await offer(40, 1)
  await measure('40 entries whose port is closed')
} finally {
  await stage.close()
}
