import type { MoveInOptions } from '#contract/move-in-api.ts'
import { certificatePairs, isSettingKey, type Settings } from '#contract/settings.ts'
import type { Finding } from '#domain/move-in/arrival.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { assign } from '#domain/settings/merge.ts'
import { parse } from '#domain/settings/stored.ts'
import { validate } from '#domain/settings/validate.ts'
import { listGeoFiles } from '../core/geo-folder.ts'
import { templateOf } from '../core/reconcile/desired.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { loadCertificate } from '../platform/http/certificate.ts'
import type { OwnPort, PanelServer } from '../platform/http/panel-server.ts'
import { readSettings } from '../settings/service.ts'
import type { Reader } from '../store/open.ts'
import { readOldSubscriptions } from '../subscriptions/old/store.ts'
import { addressesOf, portsOf } from './addresses.ts'
import { readClients, readHere, settingTexts } from './here.ts'
import type { SourceReader } from './source-reader.ts'

export interface PlanningDeps extends Clock {
  config: Config
  /** Undefined if no panel is running in this process. */
  server: PanelServer | undefined
}

const plannedPorts = (config: Config, settings: Settings): OwnPort[] =>
  portsOf(addressesOf(config, settings)).map(({ what, address, port }) => ({ what, listen: address, port }))

/** Compares the opened source with what `db` shows: a plan for people, or, in a transaction, the one that is written. */
export function createPlanning(deps: PlanningDeps) {
  return async function planFor(db: Reader, reader: SourceReader, asked: MoveInOptions) {
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

export type Planned = Awaited<ReturnType<ReturnType<typeof createPlanning>>>

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

/** Identify this panel and its parts; they never come from elsewhere. */
const own: ReadonlySet<string> = new Set(['secret', 'standInPort', 'apiToken'])

/** The arriving values over those here. A value that this machine cannot use is left, with the reason. */
function decideSettings(before: Settings, wanted: Readonly<Record<string, string>>) {
  const findings: Finding[] = []
  const rows = Object.entries(wanted).flatMap(([key, value]) =>
    isSettingKey(key) && !own.has(key) ? [{ key, value }] : [],
  )
  const { settings, broken } = parse(rows)
  const refused = new Map(broken.map(({ key, reason }) => [key, reason]))
  for (const [key, reason] of refused)
    findings.push({ kind: 'left', subject: key, said: coded('move-in.setting-left', { key, reason }) })
  const taken = Object.fromEntries(
    rows.flatMap(({ key }) => (refused.has(key) ? [] : [[key, settings[key]]])),
  ) as Partial<Settings> // each value comes from its own key
  dropUnusableCertificates(before, taken, findings)
  const { next, changed } = assign(before, taken)
  try {
    validate(next, changed)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('move-in.settings-clash', { reason: codedOf(error) })
  }
  return { next, changed, findings }
}

/** A configured certificate that does not load would stop the panel's next start (R6). */
function dropUnusableCertificates(before: Settings, taken: Partial<Settings>, findings: Finding[]): void {
  for (const [certKey, keyKey] of certificatePairs) {
    const cert = taken[certKey] ?? before[certKey]
    const key = taken[keyKey] ?? before[keyKey]
    const arrives = taken[certKey] !== undefined || taken[keyKey] !== undefined
    if (!arrives || (cert === '' && key === '')) continue
    try {
      loadCertificate(cert, key, certKey)
    } catch (error) {
      delete taken[certKey]
      delete taken[keyKey]
      findings.push({
        kind: 'left',
        subject: certKey,
        said: coded('move-in.certificate-left', { cert, key, reason: codedOf(error) }),
      })
    }
  }
}
