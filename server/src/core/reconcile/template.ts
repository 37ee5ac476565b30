import type { ConfigPreview } from '#contract/core-api.ts'
import type { Block } from '#contract/inbound.ts'
import { contentVersion } from '#domain/content-version.ts'
import { configPreview } from '#domain/core-config/preview.ts'
import {
  checkReverseTags,
  clientReverseTags,
  inboundTags,
  parseTemplate,
} from '#domain/core-config/template.ts'
import { Refusal } from '#domain/refusal.ts'
import { asBlocks } from '#domain/untyped.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { SettingsRoom } from '../../settings/service.ts'
import type { Db } from '../../store/open.ts'
import type { Check } from '../binary/inbound-check.ts'
import { listGeoFiles } from '../geo-folder.ts'
import type { ConfigHistory, Past } from './config-history.ts'
import { type DesiredState, templateOf } from './desired.ts'
import type { CoreLink } from './link.ts'

interface Deps {
  db: Db
  settings: Pick<SettingsRoom, 'fresh' | 'set'>
  desired: DesiredState
  link: CoreLink
  check: Check
  history: ConfigHistory
  binFolder: string
}

/** The operator's template: read with the tags it may name, saved only if the core would accept it. */
export function createTemplate({ db, settings, desired, link, check, history, binFolder }: Deps) {
  const geoFiles = () => listGeoFiles(binFolder)

  async function reverseTags(): Promise<string[]> {
    const rows = await db.read.selectFrom('clients').select('reverse').where('reverse', '<>', '').execute()
    return clientReverseTags(rows.map((r) => ({ reverse: JSON.parse(r.reverse) as { tag: string } }))) // our own column
  }

  /** Outbounds from subscriptions, except those whose tag the template uses; and the default outbound. */
  async function subscribed(template: Block): Promise<{ outbounds: Block[]; first: unknown }> {
    const own = new Set(asBlocks(template.outbounds).map((o) => o.tag))
    const all = asBlocks((await desired.withSubscriptions(template)).outbounds)
    return { outbounds: all.filter((o) => !own.has(o.tag)), first: all[0]?.tag }
  }

  async function past(text: string | number | undefined): Promise<Past> {
    const id = Number(text)
    if (!Number.isSafeInteger(id) || id < 1) throw new Refusal('config.missing', { id: text ?? '' }, 'id')
    const { template, inbounds } = await history.past(id)
    return { template: parseTemplate(template, geoFiles()), inbounds }
  }

  async function put(template: Block, testUrl: string | undefined, actor: Actor): Promise<null> {
    checkReverseTags(template, await reverseTags())
    await check.template(await desired.draft(template))
    const xrayOutboundTestUrl = testUrl?.trim() || 'https://www.google.com/generate_204'
    const url = testUrl === undefined ? {} : { xrayOutboundTestUrl }
    await settings.set({ xrayTemplateConfig: JSON.stringify(template, null, 2), ...url }, actor)
    return null
  }

  return {
    async read(): Promise<string> {
      const current = await settings.fresh()
      const template = templateOf(current)
      const inbounds = await db.read.selectFrom('inbounds').select('tag').orderBy('id').execute()
      const { outbounds: subscriptionOutbounds, first } = await subscribed(template)
      return JSON.stringify({
        xraySetting: template,
        version: contentVersion(template),
        inboundTags: inboundTags(template, inbounds),
        clientReverseTags: await reverseTags(),
        outboundTestUrl: current.xrayOutboundTestUrl,
        subscriptionOutbounds,
        subscriptionOutboundTags: subscriptionOutbounds.map((o) => o.tag),
        defaultOutboundTag: first,
      })
    },
    /** `version`: what the caller saw; another one now is refused. */
    async update(sent: unknown, testUrl: string | undefined, actor: Actor, version?: string): Promise<null> {
      const template = parseTemplate(sent, geoFiles())
      if (version !== undefined && version !== contentVersion(templateOf(await settings.fresh())))
        throw new Refusal('version.changed', {}, 'version')
      return put(template, testUrl, actor)
    },
    /** Runs all checks of `update` or `rollback` without applying anything. */
    async preview(
      sent: { template?: unknown; version?: number | undefined },
      online: number,
    ): Promise<ConfigPreview> {
      const { template, inbounds } =
        sent.version === undefined
          ? { template: parseTemplate(sent.template, geoFiles()), inbounds: [] }
          : await past(sent.version)
      checkReverseTags(template, await reverseTags())
      const stored = await desired.draft(templateOf(await settings.fresh()))
      const draft = await desired.draft(template, inbounds)
      const { impact, ...diff } = configPreview({ stored, draft, running: link.connected()?.config })
      return { ...diff, impact: { ...impact, online }, verdict: await check.wordsAgainst(draft) }
    },
    /** The template of an earlier version, and the inbounds as they were then. */
    past,
    put: (template: Block, actor: Actor): Promise<null> => put(template, undefined, actor),
  }
}

export type Template = ReturnType<typeof createTemplate>
