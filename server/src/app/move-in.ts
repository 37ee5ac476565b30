import type { Settings } from '#contract/settings.ts'
import { isPublic } from '#domain/net/address-class.ts'
import { listGeoFiles } from '../core/geo-folder.ts'
import { templateOf } from '../core/reconcile/desired.ts'
import { strangerOnPort } from '../inbounds/port-holders.ts'
import type { Front, HolderOf } from '../move-in/front.ts'
import { createMoveIn, type MoveInDeps } from '../move-in/room.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { type ListenPlan, ownAddresses } from '../platform/http/address.ts'
import { loadCertificate } from '../platform/http/certificate.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsRoom } from '../settings/service.ts'
import { readSettings } from '../settings/store.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'
import { createStoreOldSubscriptions, readOldSubscriptions } from '../subscriptions/old/store.ts'
import { planFront } from './front.ts'

interface Deps extends Pick<MoveInDeps, 'taken' | 'recount' | 'restart' | 'ownPorts'>, Clock {
  config: Config
  db: Db
  commit: Commit
  log: Log
  settings: Pick<SettingsRoom, 'fresh' | 'current'>
  corePid: () => number | undefined
}

const partOf = ({ address, port, transport }: ListenPlan, files: readonly string[]) => ({
  address,
  port,
  secure: transport !== 'plain',
  tls: [transport, ...files].join(' '),
})

export const frontFor =
  (config: Config) =>
  (settings: Settings): Front => {
    const { panel, sub, subEnable, basePath } = planFront(config, settings)
    const { webCertFile, webKeyFile, subCertFile, subKeyFile } = settings
    return {
      panel: partOf(panel, [webCertFile, webKeyFile]),
      subscriptions: subEnable ? partOf(sub, [subCertFile, subKeyFile]) : undefined,
      basePath,
      subPath: settings.subPath,
      domain: settings.webDomain,
    }
  }

/** The import room of a panel, or of the command line beside none. */
export function createMoveInRoom({ config, settings, corePid, ...deps }: Deps) {
  const holderOf: HolderOf = async (layer, listen, port) => {
    const { stranger } = await strangerOnPort(layer, listen, port, corePid())
    return stranger?.pid === process.pid ? undefined : stranger
  }
  return createMoveIn({
    ...deps,
    dataFolder: config.dataFolder,
    serverAddress: () => settings.current().publicHost || ownAddresses().find(isPublic) || '',
    settingsWritten: settings.fresh,
    readSettings: async (db) => (await readSettings(db)).settings,
    templateOf: (stored) => JSON.stringify(templateOf(stored)),
    geoFiles: () => listGeoFiles(config.binFolder),
    checkCertificate: (cert, key, setting) => void loadCertificate(cert, key, setting),
    oldSubscriptions: readOldSubscriptions,
    oldUrls: { store: createStoreOldSubscriptions(deps.db.engine) },
    frontOf: frontFor(config),
    holderOf,
  })
}
