import type { CoreStatus } from '#contract/status.ts'
import type { Log } from '../../platform/log.ts'
import type { Reconciler } from '../reconcile/reconcile.ts'
import type { CoreEvents } from '../room-deps.ts'
import { withTrouble } from '../state-words.ts'
import { createHeartbeat, noAnswer } from './heartbeat.ts'
import { tcpPorts } from './inbound-port.ts'
import { listeningPorts } from './listening-ports.ts'
import type { CoreProcess } from './process.ts'

interface Deps {
  core: CoreProcess
  reconciler: Pick<Reconciler, 'connected' | 'isSilent'>
  events: Pick<CoreEvents, 'state' | 'notify'>
  log: Log
}

/** The core's health, by its answers and its open ports; a hung core is ended and restarted like a crashed one. */
export function createHealth({ core, reconciler, events, log }: Deps) {
  const state = (): Pick<CoreStatus, 'state' | 'errorMsg'> =>
    withTrouble(core.state(), reconciler.isSilent() ? noAnswer : heartbeat.trouble())

  function endHung(words: string): void {
    if (!core.running()) return
    events.notify('The core does not answer and is restarted', words, 'error')
    core.endHung(words).catch((error) => log.error({ err: error }, 'failed to end a hung core'))
  }

  const heartbeat = createHeartbeat({
    run: () => core.running(),
    ask: () => reconciler.connected()?.api.sysStats(),
    ports: () => tcpPorts(reconciler.connected()),
    listening: listeningPorts,
    onChange: () => events.state(state()),
    onHung: endHung,
  })

  return { state, endHung: () => endHung(noAnswer), job: heartbeat.job }
}
