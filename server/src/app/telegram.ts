import { buffer } from 'node:stream/consumers'
import { defaultSettingsView, type Surroundings } from '#domain/settings/default-view.ts'
import type { Actor } from '../platform/http/caller.ts'
import { nextAfter } from '../platform/jobs/schedule.ts'
import { systemTimeZone } from '../platform/system-time-zone.ts'
import type { StatusRoom } from '../status/status.ts'
import { noted } from '../store/changes/commit.ts'
import { createTelegram } from '../telegram/room.ts'
import type { BotServices } from '../telegram/services.ts'
import type { BackupRooms } from './backup-rooms.ts'
import type { ClientRooms } from './client-rooms.ts'
import type { CoreRooms } from './core-rooms.ts'
import { planFront, subAt } from './front.ts'
import type { Ground } from './ground.ts'

interface Rooms extends Pick<ClientRooms, 'clientRoom' | 'plans' | 'subscriptions'> {
  core: CoreRooms['core']
  status: StatusRoom
  online: () => readonly string[]
  download: BackupRooms['download']
  backups: Pick<BackupRooms['backup']['backups'], 'sealed'>
  /** An address of this machine, for links that name no other. */
  ownAddress: () => string
  /** How subscriptions are served; undefined until they are. */
  subscriptionsAt: () => Surroundings['sub'] | undefined
}

/** Hands the bot the services that answer the API. */
export function createTelegramRoom(ground: Ground, rooms: Rooms) {
  const { config, db, commit, settings, now, log, egress, notify, leadership } = ground
  const { clientRoom, plans, subscriptions, core } = rooms
  const { clients, bulk, reads, resetAll, page } = clientRoom
  const host = () =>
    settings.current().publicHost || settings.current().webDomain || rooms.ownAddress() || 'Sluice'

  function sub() {
    const plan = planFront(config, settings.current()).sub
    return rooms.subscriptionsAt() ?? subAt(plan)
  }

  /** Encrypted wherever the operator has a passphrase: Telegram keeps what it is sent. */
  async function backup(actor: Actor) {
    const { backupPassphrase } = settings.current()
    if (backupPassphrase !== '') {
      const archive = await rooms.backups.sealed(backupPassphrase)
      await noted(commit, actor, { action: 'panel.backup', objectKind: 'panel', object: 'Telegram' })
      return [archive]
    }
    const database = await buffer(await rooms.download())
    const configuration = await core.configText()
    await noted(commit, actor, { action: 'panel.backup', objectKind: 'panel', object: 'Telegram' })
    return [
      { name: 'x-ui.db', bytes: database },
      { name: 'config.json', bytes: Buffer.from(configuration) },
    ]
  }

  const services: BotServices = {
    db,
    now,
    settings,
    host,
    status: rooms.status.current,
    online: rooms.online,
    page,
    reads,
    plans: plans.list,
    add: clients.add,
    update: clients.update,
    del: clients.del,
    resetTraffic: clients.resetTraffic,
    setEnable: bulk.setEnable,
    resetAll,
    async restartCore(actor) {
      await core.restartService()
      await noted(commit, actor, { action: 'core.restart', objectKind: 'core', object: '' })
    },
    links: (email) =>
      subscriptions.links.ofClient(email, {
        origin: { address: '', host: settings.current().subDomain || host(), secure: true },
      }),
    subscription(subId) {
      const current = settings.current()
      const view = defaultSettingsView(current, { requestHost: host(), sub: sub() })
      const at = (isOn: boolean, start: string) => (isOn ? start + encodeURIComponent(subId) : '')
      return {
        raw: at(current.subEnable, view.subURI),
        json: at(current.subEnable && current.subJsonEnable, view.subJsonURI),
        isLocal: view.subLocalOnly.some(
          (key) => key === 'subURI' || (key === 'subJsonURI' && current.subJsonEnable),
        ),
      }
    },
    backup,
  }
  const zone = () => {
    const { timeLocation } = settings.current()
    return timeLocation === 'Local' || timeLocation === '' ? systemTimeZone() : timeLocation
  }
  const telegram = createTelegram({
    services,
    commit,
    egress,
    log,
    notify,
    leadership,
    nextAfter,
    zone,
  })
  ground.notices.plugTelegram(telegram.outlet)
  return telegram
}
