import type { Block } from '#contract/inbound.ts'
import type { Settings } from '#contract/settings.ts'
import { buildConfig, type CoreConfig } from '#domain/core-config/build.ts'
import { type EyeKeys, type GivenEye, ownEye } from '#domain/core-config/check-user.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { withOutboundsFor } from '#domain/core-config/in-version.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { withPanelGuard } from '#domain/core-config/panel-guard.ts'
import { checkUsersOf, type Entry, type HiddenBytes } from '#domain/core-config/users.ts'
import { validPeriods } from '#domain/entries/remote-keys.ts'
import type { PastInbound } from '../../inbounds/service.ts'
import { parseBlock } from '../../platform/db/json.ts'
import type { Base } from '../../settings/base-services.ts'
import { hiddenBytes } from '../../store/bulk-reads/core-json.ts'
import { type AddressKeyRow, addressKeysSql, toAddressKeys } from '../../store/rows/host.ts'
import { readFallbacks, toInboundColumns, toSectionSource } from '../../store/rows/inbound.ts'
import type { CoreHooks } from '../hooks.ts'
import { apiListen } from '../process/files.ts'
import type { PanelAddressWatch } from './panel-addresses.ts'

/** The desired configuration without clients: its size depends only on the number of inbounds. */
export interface Desired {
  config: CoreConfig
  inbounds: ReadonlyMap<number, SectionSource>
}

/** A blank or unreadable stored template counts as the default. */
export const templateOf = (settings: Pick<Settings, 'xrayTemplateConfig'>): Block => {
  const stored = parseBlock(settings.xrayTemplateConfig)
  return Object.keys(stored).length > 0 ? stored : defaultTemplate()
}

interface Deps extends Pick<Base, 'db' | 'bulkReads' | 'settings' | 'now'> {
  hooks: Pick<CoreHooks, 'complete'>
  panelAddresses: PanelAddressWatch
  /** Of the core that is about to run, or runs. */
  version: () => string
}

/** What the core should run, from the stored template, settings, inbounds and clients. */
export function createDesired({ db, bulkReads, settings, now, hooks, panelAddresses, version }: Deps) {
  const hidden = (): HiddenBytes => hiddenBytes(settings.current().secret)
  /** By the token of the panel that gave them. They are stored nowhere: it gives them again before it checks. */
  const guests = new Map<number, { until: number; eyes: readonly GivenEye[] }>()
  const given = (): GivenEye[] =>
    [...guests.values()].flatMap(({ until, eyes }) => (until > now() ? eyes : []))
  const own = () => {
    const { secret, entryCheckMinutes, remoteChecks, trafficPerInbound: perInbound } = settings.current()
    const eyes = entryCheckMinutes > 0 ? [ownEye, ...validPeriods(remoteChecks, now())] : []
    return { secret, eyes: [...eyes, ...given()] as readonly EyeKeys[], perInbound }
  }
  const guarded = (template: Block, core = version()): Block =>
    withPanelGuard(withOutboundsFor(template, core), panelAddresses.current())
  const completed = async (template: Block, core?: string): Promise<Block> =>
    guarded(await hooks.complete(template), core)
  const template = async (core?: string): Promise<Block> =>
    completed(templateOf(await settings.fresh()), core)

  /** `past`: inbounds as they would be. `eyes`: with a hidden client for each of them. */
  async function read(
    complete: Block,
    { past = [], eyes = own().eyes }: { past?: readonly PastInbound[]; eyes?: readonly EyeKeys[] } = {},
  ): Promise<Desired> {
    const listed = await db.read.selectFrom('inbounds').selectAll().orderBy('id').execute()
    const rows = listed.map((row) => {
      const was = past.find(({ id }) => id === row.id)
      return was ? { ...row, ...toInboundColumns(was), tag: was.tag } : row
    })
    const apart = {
      perInbound: settings.current().trafficPerInbound,
      addressKeys: toAddressKeys(await db.rows<AddressKeyRow>(addressKeysSql, [])),
    }
    const inbounds = new Map(rows.map((row) => [row.id, toSectionSource(row, apart)]))
    const config = buildConfig({
      template: complete,
      inbounds: [...inbounds.values()].map((inbound) => ({ inbound, clients: [] })),
      fallbacks: await readFallbacks(db.read),
      apiListen,
      hidden: hidden(),
      eyes,
    })
    return { config, inbounds }
  }

  return {
    hidden,
    /** As this version of the core reads it, with the rules that keep proxy users from the panel. */
    guarded,
    /** The template with the outbounds from subscriptions. */
    withSubscriptions: (wanted: Block): Promise<Block> => hooks.complete(wanted),
    /** The stored template, complete and guarded. */
    template,
    /** For a complete template. */
    read,
    /** What the next core would get. */
    now: async (core?: string): Promise<Desired> => read(await template(core)),
    /** The configuration with a draft of the template, as the operator may see it: without the hidden client. */
    draft: async (wanted: Block, past?: readonly PastInbound[]): Promise<CoreConfig> =>
      (await read(await completed(wanted), { ...(past && { past }), eyes: [] })).config,
    /** The hidden clients that an inbound must have; none while nothing is checked. */
    checkUsersOf: (inbound: SectionSource): Entry[] => checkUsersOf(inbound, hidden(), own().eyes),
    /** The eyes of another panel that has placed inbounds here, until then; those of before end. */
    give(by: number, eyes: readonly GivenEye[], until: number): void {
      for (const [token, { until: end }] of guests) if (end <= now()) guests.delete(token)
      guests.set(by, { until, eyes })
    },
    /** What a list of the users of an inbound is made of. */
    own,
    /** One inbound with its clients. */
    section: async (id: number) =>
      JSON.parse(await bulkReads.text({ kind: 'coreInbound', id, ...own() })) as Block, // our own text
    /** The configuration with clients, as text. */
    text: (complete: Block, without: readonly string[] = []): Promise<string> =>
      bulkReads.text({ kind: 'coreConfig', template: complete, apiListen, ...own(), without }),
    /** The same as the operator may see it: without the hidden client. */
    shownText: async (core?: string): Promise<string> =>
      bulkReads.text({
        ...{ kind: 'coreConfig', template: await template(core), apiListen, ...own() },
        eyes: [],
      }),
  }
}

export type DesiredState = ReturnType<typeof createDesired>
