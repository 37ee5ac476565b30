import type { FallbackRow } from '#contract/fallback.ts'
import type { Block } from '#contract/inbound.ts'
import type { Settings } from '#contract/settings.ts'
import { buildConfig, type CoreConfig } from '#domain/core-config/build.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { HiddenBytes } from '#domain/core-config/users.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import type { PastInbound } from '../../inbounds/service.ts'
import { parseBlock } from '../../platform/db/json.ts'
import type { Reader } from '../../store/open.ts'
import { toFallback, toInboundColumns, toSectionSource } from '../../store/rows/inbound.ts'
import { apiListen } from '../process/files.ts'

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

export async function readDesired(
  db: Reader,
  {
    template,
    hidden,
    past = [],
  }: {
    template: Block
    hidden: HiddenBytes
    /** Inbounds as they would be. */
    past?: readonly PastInbound[]
  },
): Promise<Desired> {
  const listed = await db.selectFrom('inbounds').selectAll().orderBy('id').execute()
  const rows = listed.map((row) => {
    const was = past.find(({ id }) => id === row.id)
    return was ? { ...row, ...toInboundColumns(was), tag: was.tag } : row
  })
  const stored = await db
    .selectFrom('inbound_fallbacks')
    .selectAll()
    .orderBy('master_id')
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const inbounds = new Map(rows.map((r) => [r.id, toSectionSource(r)]))
  const fallbacks: FallbackRow[] = stored.map(toFallback)
  const bare = [...inbounds.values()].map((inbound) => ({ inbound, clients: [] }))
  return {
    config: buildConfig({ template, inbounds: bare, fallbacks, apiListen, hidden }),
    inbounds,
  }
}

export const isLocal = (inbound: SectionSource | undefined): inbound is SectionSource =>
  inbound?.enable === true && runsHere(inbound)
