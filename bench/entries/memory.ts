import { readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openStage } from '../tick/stage.ts'

// Its own process: a panel that counts the readings in a folder, one file for each tick, and says what it holds afterwards.
const [folder = '', clients = '0'] = process.argv.slice(2)
const readings = join(folder, 'readings')

const stage = await openStage(join(folder, 'panel'), Number(clients), {})
const { panel } = stage
for (const [i, name] of readdirSync(readings).sort().entries()) {
  stage.give(readFileSync(join(readings, name)))
  await panel.traffic.tick()
  if (i % 6 === 5) await panel.usageOfClient.settle()
}
stage.give(Buffer.alloc(0))
for (let i = 0; i < 3; i++) {
  await new Promise((next) => setTimeout(next, 200))
  // As the panel itself does it when it is idle.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
writeSync(1, JSON.stringify({ rss: process.memoryUsage().rss, heap: process.memoryUsage().heapUsed }))
await panel.stop()
process.exit(0)
