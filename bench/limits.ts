import { coreBinary } from '#test/core-binary.ts'
import { openTransfer, ratesOf, type Transfer } from '#test/e2e/core/speed-origin.ts'
import { namespacesMissing } from '#test/e2e/fleet/namespaces.ts'
import { measureCrowd } from './limits/crowd.ts'
import { kinds, openStage } from './limits/stage.ts'
import { measureUploads } from './limits/upload.ts'

// How close a client stays to its limit of 2 MB/s, with one connection and with eight, and whether another client of the
// inbound notices; downloads on loopback, uploads over a line of 20 ms. And what a thousand limited clients cost the
// panel. Real cores. SLUICE_BENCH_PARTS (down, up, crowd), SLUICE_BENCH_KINDS and SLUICE_BENCH_SECONDS choose a part of it.

if (!coreBinary) throw new Error('name a core in SLUICE_TEST_CORE')
const MB = 1_000_000
const limit = 2 * MB
const beside = 3 * MB
const seconds = Number(process.env.SLUICE_BENCH_SECONDS ?? 8)
const wanted = process.env.SLUICE_BENCH_KINDS?.split(',') ?? Object.keys(kinds)
const parts = process.env.SLUICE_BENCH_PARTS?.split(',') ?? ['down', 'up', 'crowd']
const crowd = { clients: Number(process.env.SLUICE_BENCH_CLIENTS ?? 1_000), hungry: 4, limit, seconds }

const percent = (rate: number, of: number) => `${((rate / of - 1) * 100).toFixed(1)} %`
let failed = 0
/** Marks what is out of its bounds. */
function judged(text: string, isGood: boolean): string {
  if (!isGood) failed++
  return isGood ? text : `${text} (!)`
}

/** The cells of the table, by kind. */
const cells = new Map<string, string[]>(wanted.map((name) => [name, []]))
function tell(name: string, what: string, cell: string): void {
  cells.get(name)?.push(cell)
  console.log(`${name}, ${what}: ${cell}`)
}

async function downloads(binary: string): Promise<void> {
  const stage = await openStage(binary, wanted, { speedDown: limit * 8 })
  try {
    for (const [i, name] of wanted.entries())
      for (const connections of [1, 8]) {
        const tls = kinds[name]?.spliced === true
        const bob = await openTransfer(stage.core.portOf(`b${i}`), `S ${beside}`, tls)
        const all: Transfer[] = []
        for (let n = 0; n < connections; n++)
          all.push(await openTransfer(stage.core.portOf(`a${i}`), 'D', tls))
        await ratesOf(all, 2_000)
        const [other = 0, ...own] = await ratesOf([bob, ...all], seconds * 1_000)
        const sum = own.reduce((a, b) => a + b, 0)
        const own1 = judged(percent(sum, limit), sum > 0.95 * limit && sum < 1.02 * limit)
        const others = judged(percent(other, beside), Math.abs(other / beside - 1) <= 0.01)
        tell(name, `down, ${connections} connections, and another client`, `${own1}, ${others}`)
        for (const transfer of [bob, ...all]) transfer.close()
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
  } finally {
    await stage.stop()
  }
}

async function uploads(binary: string): Promise<void> {
  await measureUploads(binary, wanted, limit, seconds, (name, connections, rate) => {
    const cell = judged(percent(rate, limit), Math.abs(rate / limit - 1) <= 0.05)
    tell(name, `up, ${connections} connections`, cell)
  })
}

async function cost(binary: string): Promise<void> {
  const { without, down, up } = await measureCrowd(binary, crowd)
  const eachOf = (rates: readonly number[]) => rates.map((rate) => percent(rate, limit)).join(', ')
  const ofCore = (ms: number) => judged(`${(ms / 10).toFixed(2)} % of a core`, ms < 20)
  console.log(`
${crowd.clients} clients with two connections each, ${crowd.hungry} of them at their limit:
| | Panel in all | Because of the limits | Hungry clients: down on average; up, each |
|---|---|---|---|
| without limits | ${(without.cost / 10).toFixed(2)} % of a core | | |
| limited downwards | ${(down.cost / 10).toFixed(2)} % | ${ofCore(down.cost - without.cost)} | ${percent(down.down, limit)}; ${eachOf(down.ups)} |
| limited upwards | ${(up.cost / 10).toFixed(2)} % | ${ofCore(up.cost - without.cost)} | ${percent(up.down, limit)}; ${eachOf(up.ups)} |`)
}

const missing = namespacesMissing()
if (missing) console.log(`Uploads and the cost are not measured: ${missing}.`)
if (parts.includes('down')) await downloads(coreBinary)
if (parts.includes('up') && !missing) await uploads(coreBinary)
const heads = [
  ...(parts.includes('down') ? ['Down, 1; another client', 'Down, 8; another client'] : []),
  ...(parts.includes('up') && !missing ? ['Up, 1', 'Up, 8'] : []),
]
if (heads.length > 0) {
  console.log(`\n| Inbound | ${heads.join(' | ')} |\n|---|${heads.map(() => '---|').join('')}`)
  for (const [name, row] of cells) console.log(`| ${name} | ${row.join(' | ')} |`)
}
if (parts.includes('crowd') && !missing) await cost(coreBinary)
if (failed > 0) process.exitCode = 1
