import type { Coded } from '#contract/coded.ts'
import { notice } from '#domain/notices.ts'
import type { Log } from '../../platform/log.ts'
import type { Reconciler } from '../reconcile/reconcile.ts'
import type { CoreEvents } from '../room-deps.ts'
import { type CoreState, withTrouble } from '../state-words.ts'
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
  const state = (): CoreState =>
    withTrouble(core.state(), reconciler.isSilent() ? noAnswer : heartbeat.trouble())

  function endHung(said: Coded): void {
    if (!core.running()) return
    events.notify(notice('core.no-answer', { reason: said }))
    core.endHung(said).catch((error) => log.error({ err: error }, 'a core that hangs was not ended'))
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
