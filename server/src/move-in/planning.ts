import type { MoveInOptions } from '#contract/move-in-api.ts'
import type { Settings } from '#contract/settings.ts'
import type { OldSubscriptions } from '#domain/move-in/arrival.ts'
import type { Here } from '#domain/move-in/plan.ts'
import type { Clock } from '../platform/clock.ts'
import type { Reader } from '../store/open.ts'
import { type CheckCertificate, type DecidedSettings, decideSettings } from './decide-settings.ts'
import { readClients, readHere, settingTexts } from './here.ts'
import type { PlanHead } from './packed.ts'
import type { SourceReader } from './source-reader.ts'

export interface PlanningDeps extends Clock {
  readSettings: (db: Reader) => Promise<Settings>
  /** The core's template in force, as JSON text. */
  templateOf: (settings: Settings) => string
  geoFiles: () => readonly string[]
  ownPorts: () => Here['ownPorts']
  oldSubscriptions: (db: Reader) => Promise<OldSubscriptions[]>
  checkCertificate: CheckCertificate
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

/** Compares the opened source with what `db` shows: a plan for people, or, in a transaction, the one that is written. */
export function createPlanning(deps: PlanningDeps) {
  return async function planFor(db: Reader, reader: SourceReader, asked: MoveInOptions): Promise<Planned> {
    const rest = await readHere(db)
    const before = await deps.readSettings(db)
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
        template: deps.templateOf(before),
        geoFiles: deps.geoFiles(),
        ownPorts: deps.ownPorts(),
        oldSubscriptions: await deps.oldSubscriptions(db),
      },
    })
    const wanted = {
      ...plan.settings,
      ...(plan.template !== null && { xrayTemplateConfig: plan.template }),
    }
    const settings = decideSettings(before, wanted, deps.checkCertificate)
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
