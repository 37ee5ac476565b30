// A panel that starts a core and is killed with -9: prints the core's pid, then waits to be killed.
import { CoreProcess } from '#server/core/process/process.ts'
import { realTimers } from '#server/platform/jobs/timers.ts'
import { silentLog } from '#server/platform/log.ts'
import { fakeLaunch, realLaunch } from './stage.ts'

const [, , kind = '', binary = '', folder = '', more = '{}', then = 'wait'] = process.argv
const core = new CoreProcess({
  dataFolder: folder,
  logFolder: `${folder}/logs`,
  binFolder: `${folder}/bin`,
  log: silentLog,
  now: Date.now,
  timers: realTimers,
  launcher: {
    launch: kind === 'real' ? realLaunch(binary, 'warning', JSON.parse(more)) : fakeLaunch(binary, 'run'),
  },
})
await core.start()
process.stdout.write(`${core.running()?.record.pid}\n`)
if (then === 'leave') process.exit(0)
setInterval(() => {}, 1000)
