import type { Settings } from '#contract/settings.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { externalEntry } from '#domain/links/external-entry.ts'
import { shareLink } from '#domain/links/link.ts'
import { clashConfig } from '#domain/subscription/clash.ts'
import { jsonSubscription } from '#domain/subscription/json.ts'
import { isForLinks, rawSubscription } from '#domain/subscription/raw.ts'
import { singboxConfig } from '#domain/subscription/singbox.ts'
import type { SubscriptionFormat } from '#domain/subscription/urls.ts'

/** What one client is served. */
export interface Content {
  entries: readonly Advertised[]
  /** Links of other servers. */
  external: readonly string[]
}

function raw({ entries, external }: Content, { subEncrypt }: Settings): string {
  const text = rawSubscription([...entries.filter(isForLinks).map(shareLink), ...external], false)
  // Buffer is native; the domain's encoder also runs in browsers and goes byte by byte.
  return subEncrypt ? Buffer.from(text).toString('base64') : text
}

/** With the other servers, after our own; a link that this panel cannot read is only in the raw format. */
const allOf = ({ entries, external }: Content): readonly Advertised[] =>
  external.length === 0 ? entries : [...entries, ...external.flatMap((link) => externalEntry(link) ?? [])]

/** The body of a subscription in each format, following the settings. */
export const bodies = {
  raw,
  json: (content, s) => jsonSubscription(allOf(content), s),
  clash: (content, s) =>
    clashConfig(allOf(content), { rules: s.subClashEnableRouting ? s.subClashRules : '' }).body,
  singbox: (content) => singboxConfig(allOf(content)).body,
} satisfies Record<SubscriptionFormat, (content: Content, settings: Settings) => string>
