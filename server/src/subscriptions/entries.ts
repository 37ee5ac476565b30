import type { Settings } from '#contract/settings.ts'
import { inUtc } from '#domain/health/check.ts'
import { directions } from '#domain/limits/service.ts'
import { type AdvertiseResult, advertise } from '#domain/links/advertise.ts'
import type { Advertised, LeftOut } from '#domain/links/advertised.ts'
import { externalRows, linksIn } from '#domain/links/external.ts'
import { externalEntry } from '#domain/links/external-entry.ts'
import { isForLinks, rawSubscription, shareLink } from '#domain/links/link.ts'
import { withUniqueRemarks } from '#domain/links/remark.ts'
import { bareHost } from '#domain/links/routes-to-inbound.ts'
import { unhealthyIn } from '#domain/links/unhealthy.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import { clashConfig, fitsClash } from '#domain/subscription/clash.ts'
import type { Abilities } from '#domain/subscription/dialling.ts'
import { fitsJson, jsonSubscription } from '#domain/subscription/json.ts'
import { fitsSingbox, singboxConfig } from '#domain/subscription/singbox.ts'
import type { SubscriptionFormat } from '#domain/subscription/urls.ts'
import type { ExternalLists } from './external-lists.ts'
import { type Dialler, serviceFor } from './lookup.ts'

export interface Asked {
  settings: Settings
  /** The host as requested (R16), without its port. */
  requestHost: string
  now: number
  /** Includes disabled inbounds: for operators, not for subscriptions. */
  disabledToo?: boolean
  /** As a subscription lists them: without nodes that are down, by load, by health, if the settings say so. */
  served?: boolean
  /** The format that is served. */
  format?: SubscriptionFormat
  /** The caller's network, if its list differs from that of others. */
  asn?: number
  /** Tunnels whose private key is on the device only, too. */
  withoutKeyToo?: boolean
  /** Remarks without usage, for links that are stored elsewhere. */
  plainNames?: boolean
}

/** What a client can dial, with remarks and hosts following the settings. */
export function entriesOf(found: Dialler, asked: Asked): AdvertiseResult {
  const { client, device, traffic, attachments, hosts } = found
  const {
    settings,
    now,
    disabledToo = false,
    served = false,
    plainNames = false,
    withoutKeyToo = false,
  } = asked
  const { remarkModel, remarkTemplate, subEmailInRemark, subShowInfo, timeLocation } = settings
  const { total, expiryTime, used } = serviceFor(found)
  const open = disabledToo ? attachments : attachments.filter(({ inbound }) => inbound.enable)
  const given = served ? open.filter(({ inbound }) => !inbound.hold) : open
  const listed = advertise({
    client,
    device,
    attachments: given,
    hosts,
    publicHost: settings.publicHost || settings.subDomain || settings.webDomain,
    requestHost: bareHost(asked.requestHost),
    remark: {
      remarkModel,
      remarkTemplate,
      subEmailInRemark,
      subShowInfo: subShowInfo && !plainNames,
      timeZone: timeLocation,
    },
    usage: { ...directions(traffic.up, used), total, expiryTime, enable: client.enable },
    now,
    withoutKeyToo,
    withoutDown: served && settings.subNodeDownMinutes > 0,
    leastLoadedFirst: served && settings.subLeastLoadedFirst,
    unhealthy: served ? unhealthyIn(settings, now, fits[asked.format ?? 'raw'], asked.asn) : undefined,
  })
  const held = attachments.filter((one) => !given.includes(one)).flatMap(heldBack)
  return { ...listed, left: [...listed.left, ...held] }
}

/** That a cap leaves it out is no fault of its settings. */
export const isHeldBack = ({ reasonCoded: { code } }: LeftOut): boolean => code.startsWith('link.cap-')

/** Why a cap leaves it out. */
function heldBack({ inbound: { id, hold } }: Dialler['attachments'][number]): LeftOut[] {
  if (!hold) return []
  const { does } = hold
  const reason = coded(`link.cap-${does}`, { by: hold.by, until: inUtc(hold.until) })
  return [{ inboundId: id, reason: inEnglish(reason), reasonCoded: reason }]
}

/** What several clients with one id can dial, with unique remarks. */
export function allEntries(found: readonly Dialler[], asked: Asked): AdvertiseResult {
  const each = found.map((one) => entriesOf(one, asked))
  if (each.length === 1 && each[0]) return each[0]
  return {
    entries: withUniqueRemarks(each.flatMap(({ entries }) => entries)),
    left: each.flatMap(({ left }) => left),
  }
}

const fits = {
  raw: isForLinks,
  json: fitsJson,
  clash: fitsClash,
  singbox: fitsSingbox,
} satisfies Record<SubscriptionFormat, (entry: Advertised) => boolean>

type Found = readonly Pick<Dialler, 'externalLinks'>[]

/** The lists of other servers' links that belong to these clients. */
export const externalListsOf = (found: Found, now: number): string[] =>
  found
    .flatMap((one) => externalRows(one.externalLinks, now))
    .flatMap(({ kind, value }) => (kind === 'subscription' ? [value] : []))

/** Links of other servers, without duplicates. */
export const allExternal = (found: Found, lists: Pick<ExternalLists, 'links'>, now: number): string[] => [
  ...new Set(found.flatMap((one) => linksIn(externalRows(one.externalLinks, now), lists.links))),
]

export interface Content {
  entries: readonly Advertised[]
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
  json: (content, s, app) => jsonSubscription(allOf(content), s, app),
  clash: (content, s, app) =>
    clashConfig(allOf(content), { rules: s.subClashEnableRouting ? s.subClashRules : '', ...app }).body,
  singbox: (content, _, app) => singboxConfig(allOf(content), app).body,
} satisfies Record<SubscriptionFormat, (content: Content, settings: Settings, app: Abilities) => string>
