import type { Settings } from '#contract/settings.ts'
import { tellsProviders } from '#domain/links/unhealthy.ts'
import type { NetworkOf } from '../geo/networks.ts'
import type { Snapshot } from './inbounds-snapshot.ts'

/** The network of a caller who gets another list than others do, by its number; 0: it gets what everybody gets. */
export type BlockedFor = (address: string, snapshot: Snapshot | undefined, settings: Settings) => number

export const createBlockedFor =
  (networkOf: NetworkOf): BlockedFor =>
  (address, snapshot, settings) => {
    const { blockedIn } = snapshot ?? {}
    if (!blockedIn || !tellsProviders(settings)) return 0
    const { asn } = networkOf(address)
    return blockedIn.has(asn) ? asn : 0
  }
