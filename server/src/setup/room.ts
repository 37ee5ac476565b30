import type { RealityScan } from '../certificates/tools/reality-scan.ts'
import type { Clock } from '../platform/clock.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsRoom } from '../settings/service.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'
import { createOwnAddress } from './own-address.ts'
import { createSetup } from './service.ts'
import { createStandIn } from './stand-in.ts'

interface Deps extends Clock {
  db: Db
  commit: Commit
  settings: SettingsRoom
  egress: Egress
  realityScan: RealityScan
  log: Log
}

/**
 * The wizard of the first run: what it asks, and the website that stands in as a Reality target. It owns no table; its
 * writes use the ordinary API.
 */
export function createSetupRoom(deps: Deps) {
  const ownAddress = createOwnAddress(deps.egress)
  const standIn = createStandIn(deps)
  return { ownAddress, standIn, setup: createSetup({ ...deps, ownAddress, standIn }) }
}
