import type { IncomingMessage } from 'node:http'
import { subscriptionRows } from '#contract/settings/rows.ts'
import type { SettingKey, Settings, SettingsUpdate } from '#contract/settings.ts'
import type { SubPreview } from '#contract/settings-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Surroundings, subscriptionOrigin } from '#domain/settings/default-view.ts'
import { assign } from '#domain/settings/merge.ts'
import { validate } from '#domain/settings/validate.ts'
import { addressHeaders, createHeaders, usageOf } from '#domain/subscription/headers.ts'
import { createRouting } from '#domain/subscription/routing.ts'
import { isServed, type SubscriptionFormat, subscriptionUrls } from '#domain/subscription/urls.ts'
import type { OnlineClients } from '../clients/online.ts'
import type { Clock } from '../platform/clock.ts'
import { type Feed, type Holder, isInService } from './feed.ts'
import { type AboutOf, createPage } from './page/page.ts'

interface Deps extends Clock {
  feed: Feed
  online: Pick<OnlineClients, 'has'>
  aboutOf: AboutOf
}

export interface PreviewAsked {
  subId: string
  format: SubscriptionFormat | 'page'
  /** As stored. */
  settings: Settings
  /** Typed but not saved; fields that no subscription depends on are ignored, valid or not. */
  unsaved: SettingsUpdate
  around: Surroundings
  request: IncomingMessage
}

const elsewhere: readonly string[] = ['publicHost', 'webDomain', 'timeLocation']
const counts = (key: string) => Object.hasOwn(subscriptionRows, key) || elsewhere.includes(key)

/** The stored settings merged with the typed ones, validated as a save would. */
function settingsOf(stored: Settings, unsaved: SettingsUpdate): { next: Settings; changed: SettingKey[] } {
  // A subset of the same keys and values.
  const typed = Object.fromEntries(
    Object.entries(unsaved).filter(([key]) => counts(key)),
  ) as Partial<Settings>
  const merged = assign(stored, typed)
  validate(merged.next, merged.changed)
  return merged
}

const scriptEnd = '</script>'
/** Cuts from each `<script` to its end tag, or to the end if there is none. */
const withoutScripts = (html: string): string =>
  html
    .split('<script')
    .map((part, i) => {
      if (i === 0) return part
      const end = part.indexOf(scriptEnd)
      return end < 0 ? '' : part.slice(end + scriptEnd.length)
    })
    .join('')

/** The preview frame runs no script and cannot load what only the subscription server serves. */
const still = (html: string, { subLogo }: Settings): string =>
  withoutScripts(html)
    .replace('<link rel="manifest" href="?manifest">', '')
    .replaceAll('"?logo"', () => `"${subLogo}"`)
    .replaceAll('href="?', 'href="#')
    .replace(/<details(?: open)?><summary>[^<]*<\/summary><img class="qr"[^>]*><\/details>/g, '')

const byName = (list: readonly string[]): Record<string, string> =>
  Object.fromEntries(list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1] ?? '']] : [])))

/** What a client's apps and browser would get with unsaved settings. */
export function createPreview({ feed, online, aboutOf, now }: Deps) {
  const page = createPage({ online, now })

  const isWithheld = ({ members }: Holder): boolean => !members.some((member) => isInService(member, now()))

  return async function preview(asked: PreviewAsked): Promise<SubPreview> {
    const { subId, format, around, request } = asked
    const holder = await feed.find(subId)
    if (!holder) throw new Refusal('client.not-attached', {}, 'email')
    const { next, changed } = settingsOf(asked.settings, asked.unsaved)
    const urls = subscriptionUrls(next, subscriptionOrigin(next, around), subId)
    const host = around.requestHost
    const shared = { unsaved: changed, withheld: isWithheld(holder) }
    if (format === 'page') {
      const links = feed.links(holder, host, next)
      const query = new URLSearchParams()
      const about = await aboutOf(holder, next, host)
      const { body } = page({ holder, settings: next, urls, links, request, query, ...about })
      return {
        ...shared,
        text: still(body, next),
        url: urls.raw,
        served: true,
        encoded: false,
        headers: {},
      }
    }
    // Shown without Base64, so that a person can read it.
    const text = feed.body(holder, { format, host, settings: { ...next, subEncrypt: false } })
    return {
      ...shared,
      text,
      url: urls[format] ?? '',
      served: isServed(next, format),
      encoded: format === 'raw' && next.subEncrypt,
      headers: byName([
        ...createHeaders(next)(usageOf(holder.members), urls.raw, holder.limited.length > 0),
        ...addressHeaders(next, urls.raw),
        ...(createRouting(next)?.('') ?? []),
      ]),
    }
  }
}

export type Preview = ReturnType<typeof createPreview>
