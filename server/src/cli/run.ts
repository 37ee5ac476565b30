import { readConfig } from '../config.ts'
import { createPanel } from '../panel.ts'
import { idleGc } from '../platform/idle-gc.ts'
import { createLog } from '../platform/log.ts'
import { parseFlags } from './flags.ts'

export async function runCommand(args: readonly string[], print: (line: string) => void): Promise<void> {
  const flags = parseFlags(args, { listen: 'text', 'insecure-http': 'switch' })
  const config = readConfig(process.env, {
    ...(flags.listen !== undefined && { listen: flags.listen }),
    insecureHttp: flags['insecure-http'] ?? false,
  })
  const log = createLog(config.logLevel)
  const panel = await createPanel(config, { log, now: Date.now, print })

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // If something hangs, exit anyway and free the port: acknowledged writes are already safe.
    setTimeout(() => process.exit(1), 12_000).unref()
    try {
      await panel.stop()
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'the panel did not stop cleanly')
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  if (process.channel) process.on('disconnect', stop) // the launcher has exited
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  try {
    await panel.start()
    idleGc()
  } catch (error) {
    await panel.stop().catch(() => {})
    throw error
  }
}
