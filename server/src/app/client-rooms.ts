import { ownTagsOf } from '#domain/core-config/template.ts'
import type { HiddenBytes } from '#domain/core-config/users.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { createClientRoom } from '../clients/room.ts'
import { templateOf } from '../core/reconcile/desired.ts'
import { readOutboundTags } from '../core/reconcile/outbound-tags.ts'
import { createDevices } from '../devices/room.ts'
import { createHosts } from '../hosts/room.ts'
import { createInboundEdits } from '../inbounds/edits.ts'
import { createFallbacks } from '../inbounds/fallbacks.ts'
import { createInboundReset } from '../inbounds/reset.ts'
import { createInbounds } from '../inbounds/service.ts'
import { createPlans } from '../plans/room.ts'
import type { OnlineByInbound } from '../presence/by-inbound.ts'
import type { OnlineLists } from '../presence/online.ts'
import { hiddenBytes } from '../store/bulk-reads/core-json.ts'
import { createSubscriptions } from '../subscriptions/room.ts'
import { createUndo } from '../undo/room.ts'
import type { BaseServices } from './base-services.ts'
import type { CoreRooms } from './core-rooms.ts'
import type { History } from './traffic-rooms.ts'

/** Inbounds, clients, and their subscriptions. */
export function createClientRooms(
  base: BaseServices,
  { core, presence, isOverIp }: CoreRooms,
  { online, onlineByInbound }: { online: OnlineLists['everywhere']; onlineByInbound: OnlineByInbound },
  { history, rates }: Pick<History, 'history' | 'rates'>,
) {
  const { db, egress, log, now, commit, settings, bulkReads, server, tell } = base
  const undo = createUndo({ db, now, commit })
  const clientRoom = createClientRoom({
    db,
    now,
    commit,
    outboundTags: readOutboundTags,
    keepUndo: undo.keep,
    bulkReads,
    settings,
    online,
    isOverIp,
    figures: { rates, weekFrom: history.week.from },
    week: history.week.of,
  })
  const { deviceKeys } = clientRoom
  const devices = createDevices({ db, commit, settings, tell, now, keys: deviceKeys })
  clientRoom.attach({
    removed: devices.removeOf,
    zeroed: devices.zeroed,
    rowsOf: devices.undo.rowsOf,
    restored: devices.undo.putBack,
    counted: devices.undo.counted,
    recounted: devices.undo.recounted,
    ipsCleared: presence.ipsCleared,
  })
  const hosts = createHosts({ db, now, commit })
  const hidden: HiddenBytes = (name, length) => hiddenBytes(settings.current().secret)(name, length)
  const subscriptions = createSubscriptions({
    hidden,
    settings,
    online,
    isOverIp,
    db,
    egress,
    commit,
    now,
    log,
    storeFetches: base.sightings,
    history,
    devices,
  })
  const resets = createInboundReset({ db, now, keepUndo: undo.keep })
  const inboundDeps = {
    db,
    now,
    commit,
    clients: clientRoom.assign,
    bindable: core.bindable,
    hooks: {
      ownPorts: server.ownPorts,
      ownTags: () => ownTagsOf(templateOf(settings.current())),
      onlineByInbound: onlineByInbound.recent,
      held: core.held,
      releaseHosts: hosts.release,
      // Certificate files of a node are on the node: it checks them itself.
      tryInCore: async (fields: InboundFields) => {
        if (runsHere(fields) || !namesFiles(fields))
          await core.check.inbound({ ...fields, id: 0, tag: 'candidate' })
      },
    },
  }
  return {
    clientRoom,
    undo: { prune: undo.prune, ...undo.service(clientRoom.restore, resets.putBack) },
    devices,
    hosts,
    subscriptions,
    plans: createPlans({ db, now, commit, clients: clientRoom }),
    inbounds: createInbounds(inboundDeps),
    edits: createInboundEdits({ ...inboundDeps, resets }),
    fallbacks: createFallbacks({ db, commit }),
  }
}

const namesFiles = ({ streamSettings }: InboundFields): boolean =>
  /"(certificate|key)File":"[^"]/.test(JSON.stringify(streamSettings))

export type ClientRooms = ReturnType<typeof createClientRooms>
