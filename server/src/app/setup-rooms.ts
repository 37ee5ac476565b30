import { networkInterfaces } from 'node:os'
import { freePort } from '../core/process/free-port.ts'
import { canBind } from '../inbounds/bindable.ts'
import { makeCertificate } from '../platform/http/certificate.ts'
import { createOwnAddress } from '../setup/own-address.ts'
import { createSetup, standInName } from '../setup/service.ts'
import { createStandIn } from '../setup/stand-in.ts'
import { publicIp } from '../status/public-ip.ts'
import type { CoreRooms } from './core-rooms.ts'
import type { Ground } from './ground.ts'

/** The wizard of an empty panel, and the website that stands in for one. */
export function createSetupRooms(
  { db, commit, settings, egress, now, log }: Ground,
  { realityScan }: CoreRooms,
) {
  const standIn = createStandIn({
    port: () => settings.current().standInPort,
    keep: (port) => settings.set({ standInPort: port }, { kind: 'job', name: 'setup', address: '' }),
    certificate: (name) => makeCertificate([name], now()),
    serverName: standInName,
    log,
  })
  const setup = createSetup({
    db,
    commit,
    canBind,
    freePort,
    host: () => settings.current().publicHost,
    ownAddress: createOwnAddress({ egress, ofInterfaces: ownAddress }),
    scan: () => realityScan.many(''),
    standIn,
  })
  return { standIn, setup }
}

/** A public address of this machine; blank if it has none. */
export const ownAddress = (): string => {
  const { ipv4, ipv6 } = publicIp(networkInterfaces())
  return [ipv4, ipv6].find((ip) => ip !== 'N/A') ?? ''
}
