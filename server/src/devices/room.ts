import type { DeviceKeys } from '../clients/device-keys.ts'
import type { Tell } from '../notices/outlet.ts'
import type { Base } from '../settings/base-services.ts'
import { setsFor } from '../store/sets.ts'
import { createAdmission } from './admission.ts'
import { createOwnDevices } from './own.ts'
import { createSeen } from './seen.ts'
import { createDeviceService } from './service.ts'
import { createDeviceStore } from './store.ts'
import { createDeviceUndo } from './undo.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now' | 'settings'> {
  tell: Tell
  /** Keys are kept with the clients. */
  keys: DeviceKeys
}

/** Which devices fetch a client's subscription, and how many may (ADR 121). Owns `client_devices`. */
export function createDevices({ db, commit, settings, tell, now, keys }: Deps) {
  const store = createDeviceStore(db, setsFor(db.engine))
  const seen = createSeen(commit, store)
  return {
    admit: createAdmission({ store, seen, commit, settings, tell, now, keys }),
    own: createOwnDevices({ store, seen, commit, settings, now, keys }),
    service: createDeviceService({ db, commit, store, seen, keys }),
    removeOf: store.removeOf,
    undo: createDeviceUndo(setsFor(db.engine)),
    count: store.count,
    zeroed: store.zeroed,
    job: seen.job,
    /** Stores what is only in memory. */
    flush: seen.flush,
  }
}

export type Devices = ReturnType<typeof createDevices>
