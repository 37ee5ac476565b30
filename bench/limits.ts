import { coreBinary } from '#test/core-binary.ts'
import { openTransfer, ratesOf, type Transfer } from '#test/e2e/core/speed-origin.ts'
import { kinds, openStage } from './limits/stage.ts'
import { measureUploads } from './limits/upload.ts'

// One client of an inbound is limited to 2 MB/s, another one streams 3 MB/s: how close to its limit is the first, with
// one connection and with eight, and does the second notice? Real cores, on loopback.

if (!coreBinary) throw new Error('name a core in SLUICE_TEST_CORE')
const MB = 1_000_000
const limit = 2 * MB
const beside = 3 * MB
const seconds = Number(process.env.SLUICE_BENCH_SECONDS ?? 8)
const wanted = process.env.SLUICE_BENCH_KINDS?.split(',') ?? Object.keys(kinds)
const percent = (rate: number, of: number) => `${((rate / of - 1) * 100).toFixed(1)} %`

let failed = 0

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
        const rates = await ratesOf([bob, ...all], seconds * 1_000)
        const [other = 0, ...own] = rates
        const sum = own.reduce((a, b) => a + b, 0)
        const isGood = sum > 0.95 * limit && sum < 1.02 * limit
        if (!isGood) failed++
        console.log(
          `${name}, ${connections} connections: ${percent(sum, limit)}${isGood ? '' : ' (!)'}; ` +
            `least ${Math.round(Math.min(...own) / 1_000)} kB/s, another client ${percent(other, beside)}`,
        )
        for (const transfer of [bob, ...all]) transfer.close()
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
  } finally {
    await stage.stop()
  }
}

async function uploads(binary: string): Promise<void> {
  const missing = await measureUploads(binary, wanted, limit, seconds, (name, connections, rate) => {
    const isGood = Math.abs(rate / limit - 1) <= 0.05
    if (!isGood) failed++
    console.log(`upload, ${name}, ${connections} connections: ${percent(rate, limit)}${isGood ? '' : ' (!)'}`)
  })
  if (missing) console.log(`Uploads were not measured: ${missing}.`)
}

const parts = process.env.SLUICE_BENCH_PARTS?.split(',') ?? ['down', 'up']
if (parts.includes('down')) await downloads(coreBinary)
if (parts.includes('up')) await uploads(coreBinary)
if (failed > 0) process.exitCode = 1
