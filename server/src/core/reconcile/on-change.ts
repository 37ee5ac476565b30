import type { Log } from '../../platform/log.ts'
import { waitFor } from '../../platform/wait-for.ts'
import type { MadeChange } from '../../store/changes/change.ts'
import { anotherInstance } from './config-history.ts'
import type { Reconciler } from './reconcile.ts'

/** R46: a single edit waits this long for the core before it answers. */
const patienceMs = 1_000

/** Sends a change to the core. Waits for a single edit, never for a bulk one; a hung core blocks nobody. */
export function createOnChange(reconciler: Pick<Reconciler, 'clients' | 'config'>, log: Log) {
  /** Nobody waits here for what another instance wrote. */
  async function patiently(work: Promise<unknown>, single: boolean): Promise<void> {
    const reported = work.catch((error) => log.error({ err: error }, 'a change did not reach the core'))
    if (single) await waitFor(reported, patienceMs)
  }

  return async (change: MadeChange): Promise<void> => {
    const isOwn = !change.foreign
    // The instance that made the change keeps its version in the history.
    const by = isOwn ? change.by : anotherInstance
    switch (change.kind) {
      case 'clients-changed':
        return patiently(reconciler.clients(change.clients), isOwn && change.clients.length === 1)
      case 'inbounds-changed':
        return patiently(
          reconciler
            .config('inbounds', by)
            .then((added) =>
              change.clients.length > 0 ? reconciler.clients(change.clients, added) : undefined,
            ),
          isOwn,
        )
      case 'hosts-changed':
        return change.keys ? patiently(reconciler.config('addresses', by), isOwn) : undefined
      case 'outbound-subs-changed':
        return patiently(reconciler.config('outbound subscriptions', by), isOwn)
      case 'settings-saved':
        if (change.keys.includes('xrayTemplateConfig'))
          return patiently(reconciler.config('template', by), isOwn)
        // The hidden client is in the core while entries are checked.
        if (change.keys.some((key) => key === 'entryCheckMinutes' || key === 'remoteChecks'))
          return patiently(reconciler.config('entry checks', by), isOwn)
        if (change.keys.includes('trafficPerInbound'))
          return patiently(reconciler.config('traffic per inbound', by), isOwn)
    }
  }
}
