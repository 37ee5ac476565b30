import type { MoveInOptions } from '#contract/move-in-api.ts'
import type { Settings } from '#contract/settings.ts'
import { listGeoFiles } from '../core/geo-folder.ts'
import { templateOf } from '../core/reconcile/desired.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { OwnPort, PanelServer } from '../platform/http/panel-server.ts'
import { readSettings } from '../settings/store.ts'
import type { Reader } from '../store/open.ts'
import { readOldSubscriptions } from '../subscriptions/old/store.ts'
import { addressesOf, portsOf } from './addresses.ts'
import { type DecidedSettings, decideSettings } from './decide-settings.ts'
import { readClients, readHere, settingTexts } from './here.ts'
import type { PlanHead } from './packed.ts'
import type { SourceReader } from './source-reader.ts'

export interface PlanningDeps extends Clock {
  config: Config
  /** Undefined if no panel is running in this process. */
  server: PanelServer | undefined
}

export interface Planned {
  plan: PlanHead
  /** No inbounds and no clients are here. */
  isFresh: boolean
  options: { takeSettings: boolean; keepHttp: boolean }
  before: Settings
  settings: DecidedSettings
  usersHere: readonly string[]
}

const plannedPorts = (config: Config, settings: Settings): OwnPort[] =>
  portsOf(addressesOf(config, settings)).map(({ what, address, port }) => ({ what, listen: address, port }))

/** Compares the opened source with what `db` shows: a plan for people, or, in a transaction, the one that is written. */
export function createPlanning(deps: PlanningDeps) {
  return async function planFor(db: Reader, reader: SourceReader, asked: MoveInOptions): Promise<Planned> {
    const rest = await readHere(db)
    const before = (await readSettings(db)).settings
    const options = { takeSettings: asked.takeSettings ?? rest.isFresh, keepHttp: asked.keepHttp ?? false }
    for await (const clients of readClients(db)) await reader.ask('hereClients', clients)
    const plan = await reader.ask('plan', {
      now: deps.now(),
      options,
      here: {
        ...rest,
        // A fresh panel takes the settings by itself, unless the operator wants to keep its own.
        isFresh: rest.isFresh && options.takeSettings,
        settings: settingTexts(before),
        template: JSON.stringify(templateOf(before)),
        geoFiles: listGeoFiles(deps.config.binFolder),
        ownPorts: deps.server?.ownPorts() ?? plannedPorts(deps.config, before),
        oldSubscriptions: await readOldSubscriptions(db),
      },
    })
    const wanted = {
      ...plan.settings,
      ...(plan.template !== null && { xrayTemplateConfig: plan.template }),
    }
    const settings = decideSettings(before, wanted)
    const usersHere = rest.users.map(({ username }) => username)
    return { plan, isFresh: rest.isFresh, options, before, settings, usersHere }
  }
}

export const brings = ({ plan, settings }: Planned): boolean =>
  settings.changed.length > 0 ||
  plan.clientCount > 0 ||
  plan.attachmentCount > 0 ||
  [
    plan.inbounds,
    plan.nodes,
    plan.groups,
    plan.fallbacks,
    plan.hosts,
    plan.outboundTraffics,
    plan.outboundSubscriptions,
    plan.geoResources,
    plan.tokens,
    plan.users,
    plan.oldSubscriptions,
  ].some((list) => list.length > 0)
