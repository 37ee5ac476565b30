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

export function createClientRooms(
  base: BaseServices,
  { core, presence, geo, isOverIp }: CoreRooms,
  { online, onlineByInbound }: { online: OnlineLists['everywhere']; onlineByInbound: OnlineByInbound },
  { history, rates }: Pick<History, 'history' | 'rates'>,
) {
  const { settings, server } = base
  const undo = createUndo(base)
  const clientRoom = createClientRoom({
    ...base,
    outboundTags: readOutboundTags,
    keepUndo: undo.keep,
    online,
    isOverIp,
    figures: { rates, weekFrom: history.week.from },
    week: history.week.of,
  })
  const devices = createDevices({ ...base, keys: clientRoom.deviceKeys })
  clientRoom.attach({
    removed: devices.removeOf,
    zeroed: devices.zeroed,
    rowsOf: devices.undo.rowsOf,
    restored: devices.undo.putBack,
    counted: devices.undo.counted,
    recounted: devices.undo.recounted,
    ipsCleared: presence.ipsCleared,
  })
  const hosts = createHosts(base)
  const hidden: HiddenBytes = (name, length) => hiddenBytes(settings.current().secret)(name, length)
  const subscriptions = createSubscriptions({
    ...base,
    ...{ hidden, online, isOverIp, history, devices },
    inboundTraffic: clientRoom.inboundTraffic,
    quotasOf: clientRoom.quotas.ofClients,
    storeFetches: base.sightings,
    networkOf: geo.networks.of,
    coreVersion: () => core.provider.version(),
  })
  const resets = createInboundReset({ ...base, keepUndo: undo.keep })
  const inboundDeps = {
    ...base,
    clients: clientRoom.assign,
    bindable: core.bindable,
    hooks: {
      ownPorts: server.ownPorts,
      ownTags: () => ownTagsOf(templateOf(settings.current())),
      onlineByInbound: onlineByInbound.recent,
      held: core.held,
      releaseHosts: hosts.release,
      keepsAddressKeys: hosts.keepsKeys,
      // Certificate files of a node are on the node: it checks them itself.
      tryInCore: async (fields: InboundFields) => {
        if (runsHere(fields) || !namesFiles(fields))
          await core.check.inbound({ ...fields, id: 0, tag: 'candidate' })
      },
    },
  }
  const plans = createPlans({ ...base, clients: clientRoom })
  clientRoom.attach({ planNames: plans.nameAgain })
  return {
    clientRoom,
    undo: { prune: undo.prune, ...undo.service(clientRoom.restore, resets.putBack) },
    devices,
    hosts,
    subscriptions,
    plans,
    inbounds: createInbounds(inboundDeps),
    edits: createInboundEdits({ ...inboundDeps, resets }),
    fallbacks: createFallbacks(base),
  }
}

const namesFiles = ({ streamSettings }: InboundFields): boolean =>
  /"(certificate|key)File":"[^"]/.test(JSON.stringify(streamSettings))

export type ClientRooms = ReturnType<typeof createClientRooms>
