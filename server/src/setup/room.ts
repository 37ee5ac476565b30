import type { RealityScan } from '../certificates/tools/reality-scan.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsRoom } from '../settings/service.ts'
import { createOwnAddress } from './own-address.ts'
import { createSetup } from './service.ts'
import { createStandIn } from './stand-in.ts'

interface Deps extends Pick<Base, 'db' | 'commit' | 'egress' | 'log' | 'now'> {
  settings: SettingsRoom
  realityScan: RealityScan
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
