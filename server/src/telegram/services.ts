import { buffer } from 'node:stream/consumers'
import { defaultSettingsView } from '#domain/settings/default-view.ts'
import type { BackupRoom } from '../backup/room.ts'
import type { OnlineClients } from '../clients/online.ts'
import type { ClientRoom } from '../clients/room.ts'
import type { Core } from '../core/room.ts'
import type { HealthRoom } from '../health/room.ts'
import type { Plans } from '../plans/room.ts'
import type { Config } from '../platform/config.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { PanelServer } from '../platform/http/panel-server.ts'
import type { Base } from '../settings/base-services.ts'
import { planListeners, subAt } from '../settings/listen-plans.ts'
import type { OwnAddress } from '../setup/own-address.ts'
import type { StatusRoom } from '../status/room.ts'
import { noted } from '../store/changes/commit.ts'
import type { Subscriptions } from '../subscriptions/room.ts'

export interface BotServicesDeps extends Pick<Base, 'commit' | 'db' | 'now' | 'settings'> {
  config: Config
  server: PanelServer
  core: Core
  status: StatusRoom
  online: OnlineClients
  clientRoom: ClientRoom
  plans: Plans
  subscriptions: Subscriptions
  backup: BackupRoom
  ownAddress: OwnAddress
  health: Pick<HealthRoom, 'view'>
}

/** What the bot asks the panel for: the same services that answer the API. */
export function createBotServices(deps: BotServicesDeps) {
  const { config, db, commit, settings, server, core, clientRoom, subscriptions, backup, now } = deps
  const { clients, bulk, reads, resetAll, page } = clientRoom

  const host = () => {
    const { publicHost, webDomain } = settings.current()
    return publicHost || webDomain || deps.ownAddress.ofInterfaces() || 'Sluice'
  }

  return {
    ...{ db, now, settings, clients, bulk, reads, resetAll, page, host },
    plans: deps.plans,
    status: deps.status,
    health: deps.health,
    online: deps.online,
    async restartCore(actor: Actor): Promise<void> {
      await core.restartService()
      await noted(commit, actor, { action: 'core.restart', objectKind: 'core', object: '' })
    },
    /** Share links, as the API gives them. */
    links: (email: string) =>
      subscriptions.links.ofClient(email, {
        origin: { address: '', host: settings.current().subDomain || host(), secure: true },
      }),
    /** Addresses of a subscription; blank where a format is off. `isLocal`: one of them answers on this server only. */
    subscription(subId: string): { raw: string; json: string; isLocal: boolean } {
      const current = settings.current()
      const sub = subAt(server.subscriptions() ?? planListeners(config, current).sub)
      const view = defaultSettingsView(current, { requestHost: host(), sub })
      const at = (isOn: boolean, start: string) => (isOn ? start + encodeURIComponent(subId) : '')
      return {
        raw: at(current.subEnable, view.subURI),
        json: at(current.subEnable && current.subJsonEnable, view.subJsonURI),
        isLocal: view.subLocalOnly.some(
          (key) => key === 'subURI' || (key === 'subJsonURI' && current.subJsonEnable),
        ),
      }
    },
    /**
     * The database, then the core's configuration. One encrypted archive wherever the operator has a passphrase:
     * Telegram keeps what it is sent.
     */
    async backup(actor: Actor): Promise<{ name: string; bytes: Uint8Array }[]> {
      const note = () =>
        noted(commit, actor, { action: 'panel.backup', objectKind: 'panel', object: 'Telegram' })
      const { backupPassphrase } = settings.current()
      if (backupPassphrase !== '') {
        const archive = await backup.backups.sealed(backupPassphrase)
        await note()
        return [archive]
      }
      const database = await buffer(await backup.download())
      const configuration = await core.configText()
      await note()
      return [
        { name: 'x-ui.db', bytes: database },
        { name: 'config.json', bytes: Buffer.from(configuration) },
      ]
    },
  }
}

export type BotServices = ReturnType<typeof createBotServices>

/** A person as Telegram proves it. */
export interface Person {
  id: number
  isAdmin: boolean
}

export const botActor = (person: Pick<Person, 'id'>): Actor => ({
  kind: 'bot',
  name: String(person.id),
  address: '',
})
