import type { Settings } from '#contract/settings.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { shareLink } from '#domain/links/link.ts'
import { clashConfig } from '#domain/subscription/clash.ts'
import { singboxConfig } from '#domain/subscription/singbox.ts'
import type { SubscriptionFormat } from '#domain/subscription/urls.ts'

function raw(entries: readonly Advertised[], { subEncrypt }: Settings): string {
  const links = entries.map((entry) => `${shareLink(entry)}\n`).join('')
  return subEncrypt ? Buffer.from(links).toString('base64') : links
}

/** The body of a subscription in each form, as the settings want it. */
export const bodies = {
  raw,
  json: () => '[]',
  clash: (entries, s) => clashConfig(entries, { rules: s.subClashEnableRouting ? s.subClashRules : '' }).body,
  singbox: (entries) => singboxConfig(entries).body,
} satisfies Record<SubscriptionFormat, (entries: readonly Advertised[], settings: Settings) => string>
