import type { CoreStatus } from '#contract/status.ts'
import { notice } from '#domain/notices.ts'
import type { Log } from '../../platform/log.ts'
import type { Reconciler } from '../reconcile/reconcile.ts'
import type { CoreEvents } from '../room-deps.ts'
import { withTrouble } from '../state-words.ts'
import { createPulse, noAnswer } from './heartbeat.ts'
import { tcpPorts } from './inbound-port.ts'
import { listeningPorts } from './listening-ports.ts'
import type { CoreProcess } from './process.ts'

interface Deps {
  core: CoreProcess
  reconciler: Pick<Reconciler, 'connected' | 'isSilent'>
  events: Pick<CoreEvents, 'state' | 'notify'>
  log: Log
}

/** What the core says of itself and what others see of it; one that hangs is ended and comes back like one that crashed. */
export function createHealth({ core, reconciler, events, log }: Deps) {
  const state = (): Pick<CoreStatus, 'state' | 'errorMsg'> =>
    withTrouble(core.state(), reconciler.isSilent() ? noAnswer : pulse.trouble())

  function endHung(words: string): void {
    if (!core.running()) return
    events.notify(notice('core.no-answer', { reason: words }))
    core.endHung(words).catch((error) => log.error({ err: error }, 'a core that hangs was not ended'))
  }

  const pulse = createPulse({
    run: () => core.running(),
    ask: () => reconciler.connected()?.api.sysStats(),
    ports: () => tcpPorts(reconciler.connected()),
    listening: listeningPorts,
    onChange: () => events.state(state()),
    onHung: endHung,
  })

  return { state, endHung: () => endHung(noAnswer), job: pulse.job }
}
