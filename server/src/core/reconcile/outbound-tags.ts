import type { Settings } from '#contract/settings.ts'
import { outboundTags } from '#domain/core-config/template.ts'
import { parseBlock } from '../../platform/db/json.ts'
import type { Reader, Tx } from '../../store/open.ts'
import { templateOf } from './desired.ts'

/** Tags of the core's outbounds, from the template and from subscriptions, as of this transaction. */
export async function readOutboundTags(db: Reader | Tx): Promise<ReadonlySet<string>> {
  const stored = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'xrayTemplateConfig' satisfies keyof Settings)
    .executeTakeFirst()
  const lists = await db
    .selectFrom('outbound_subscriptions')
    .select('last_fetched_outbounds as list')
    .where('enabled', '=', true)
    .execute()
  const subscribed = lists.flatMap(({ list }) =>
    outboundTags({ outbounds: parseBlock(`{"of":${list || '[]'}}`).of }),
  )
  return new Set([...outboundTags(templateOf({ xrayTemplateConfig: stored?.value ?? '' })), ...subscribed])
}
