import type { Slowed } from '#contract/limits.ts'
import type { Settings } from '#contract/settings.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { isDepleted } from '#domain/clients/status.ts'
import { keyedDevice } from '#domain/devices/keys.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { linkName } from '#domain/links/external.ts'
import { isForLinks, shareLink } from '#domain/links/link.ts'
import { hasLink } from '#domain/links/without-link.ts'
import { abilitiesOf } from '#domain/subscription/app-abilities.ts'
import { infoEntries, infoEntry, usageText } from '#domain/subscription/info-entry.ts'
import { fitsJson } from '#domain/subscription/json.ts'
import type { SubscriptionFormat } from '#domain/subscription/urls.ts'
import { type ConfFile, confFiles } from '#domain/subscription/wireguard-conf.ts'
import type { Limited } from '../devices/admission.ts'
import { andThen, type MaybeAsync } from '../platform/maybe-async.ts'
import type { Base } from '../settings/base-services.ts'
import { allEntries, allExternal, bodies, type Content, externalListsOf } from './entries.ts'
import type { ExternalLists } from './external-lists.ts'
import type { InboundsSnapshot, Snapshot } from './inbounds-snapshot.ts'
import { type ClientTuple, createAssemble, type Dialler, type Lookup, serviceFor } from './lookup.ts'

export interface Member {
  email: string
  enable: boolean
  /** Its own bytes. */
  up: number
  down: number
  /** What ends its service first: its own quota and end, or those of its group (`serviceOf`). */
  used: number
  /** Bytes; 0 means unlimited. */
  total: number
  /** Milliseconds; 0 never expires, negative counts from the first use. */
  expiryTime: number
  /** The group whose quota it is; blank: its own. */
  sharedBy: string
  lastOnline: number
  /** `ended`: past its quota or end it goes on slowly, so it is served. */
  slowed: Slowed
}

export interface Holder {
  subId: string
  members: readonly Member[]
  /** Those whose devices are counted: they have a limit, or a key for each device. */
  limited: readonly Limited[]
}

export interface ShownLink {
  remark: string
  protocol: string
  /** Blank: there is no form of link for it, and apps read it from the subscription. */
  url: string
  /** Which apps cannot dial it, where its inbound does not show that. */
  note?: 'notSingbox' | 'recentApp' | 'recentXray' | undefined
  /** For WireGuard's own app. */
  conf?: ConfFile | undefined
}

/** With everything that it was read from. */
export type Served = Holder & {
  found: readonly Dialler[]
  rows: readonly ClientTuple[]
  snapshot: Snapshot
  /** It contains lists of others, which change by themselves. */
  hasLists: boolean
}

interface BodyAsked {
  format: SubscriptionFormat
  host: string
  settings: Settings
  asn?: number
  saysLeft?: boolean
  /** Who asks. */
  userAgent?: string
}

interface Deps extends Pick<Base, 'log' | 'now'> {
  lookup: Lookup
  snapshot: InboundsSnapshot
  lists: ExternalLists
}

const nothing: Content = { entries: [], external: [] }
const mostComplaints = 1_000

export const isInService = ({ enable, expiryTime, total, used, slowed }: Member, now: number): boolean =>
  enable && (slowed === 'ended' || !isDepleted({ expiryTime, quota: total, used }, now))

/** Looks up who an id belongs to and renders what they can dial, in every format. */
export function createFeed({ lookup, snapshot, lists, now, log }: Deps) {
  const complained = new BoundedMap<string, true>(mostComplaints)
  const assemble = createAssemble()

  /** Logged once, not at every fetch (R35). */
  function complain(inboundId: number, reason: string) {
    const key = `${inboundId} ${reason}`
    if (complained.has(key)) return
    complained.set(key, true)
    log.warn({ inbound: inboundId, reason }, 'an inbound was left out of subscriptions')
  }

  const inService = (found: readonly Dialler[]) => found.filter((one) => isInService(memberOf(one), now()))

  /** R34: a disabled or depleted client gets usage headers and an empty list. */
  function contentOf(
    served: Served,
    requestHost: string,
    settings: Settings,
    format: SubscriptionFormat,
    asn: number,
  ): Content {
    const serving = inService(served.found)
    if (serving.length === 0) return nothing
    const asked = { settings, requestHost, now: now(), served: true, format, asn }
    const { entries, left } = allEntries(serving, asked)
    for (const { inboundId, reason } of left) complain(inboundId, reason)
    return { entries, external: allExternal(serving, lists, now()) }
  }

  /** With a first entry that says what is left. */
  function withInfo(content: Content, { members }: Served): Content {
    const inService = members.some((member) => isInService(member, now()))
    return { ...content, entries: [infoEntry(usageText(members, inService, now()), 0), ...content.entries] }
  }

  return {
    /** Null for an unknown id, and for clients with neither an inbound nor a link of another server (R34). */
    find: (subId: string): MaybeAsync<Served | null> =>
      andThen(snapshot.get(), (known) =>
        andThen(lookup.bySubId(subId), (rows) => {
          const all = rows.map((row) => assemble(subId, row, known))
          const found = all.filter(
            ({ attachments, externalLinks }) => attachments.length > 0 || externalLinks !== '',
          )
          if (found.length === 0) return null
          const withLinks = found.filter(({ externalLinks }) => externalLinks !== '')
          const urls = externalListsOf(inService(withLinks), now())
          const served = {
            ...{ subId, found, rows, snapshot: known, hasLists: urls.length > 0 },
            members: found.map(memberOf),
            limited: limitedIn(rows),
          }
          return urls.length > 0 ? andThen(lists.ready(urls), () => served) : served
        }),
      ),
    /** As one device gets it: where it has a key of its own, that instead of the client's. `devices`: by client. */
    forDevice: (served: Served, devices: ReadonlyMap<number, number>): Served => ({
      ...served,
      found: served.found.map((one) => {
        const device = devices.get(one.id)
        return device === undefined ? one : { ...one, device: keyedDevice(one.client, device) }
      }),
    }),
    /** `asn`: the caller's network, if its list differs. `saysLeft`: for apps that read no header. */
    body(served: Served, { format, host, settings, asn = 0, saysLeft = false, userAgent = '' }: BodyAsked) {
      const content = contentOf(served, host, settings, format, asn)
      return bodies[format](saysLeft ? withInfo(content, served) : content, settings, abilitiesOf(userAgent))
    },
    /** Only this message, line by line. */
    message: (text: string, format: SubscriptionFormat, settings: Settings): string =>
      bodies[format]({ entries: infoEntries(text), external: [] }, settings, {}),
    links(served: Served, host: string, settings: Settings, asn = 0): ShownLink[] {
      const { entries, external } = contentOf(served, host, settings, 'raw', asn)
      const listed = entries.filter((entry) => (hasLink(entry) ? isForLinks(entry) : fitsJson(entry)))
      const confs = confFiles(listed)
      const own = listed.map((entry, i) => ({
        remark: entry.remark,
        protocol: protocolNames[entry.access.protocol],
        url: shareLink(entry),
        note: noteOn(entry),
        conf: confs[i],
      }))
      return [...own, ...external.map(shownExternal)]
    },
    /** Inbounds changed, so earlier problems may be fixed: log them again. */
    forget: () => complained.clear(),
  }
}

export type Feed = ReturnType<typeof createFeed>

const protocolNames = {
  vless: 'VLESS',
  vmess: 'VMess',
  trojan: 'Trojan',
  shadowsocks: 'Shadowsocks',
  hysteria: 'Hysteria2',
  wireguard: 'WireGuard',
  masque: 'MASQUE',
} satisfies Record<Advertised['access']['protocol'], string>

function noteOn({ asksKeyShare, access }: Advertised): ShownLink['note'] {
  if (asksKeyShare) return 'notSingbox'
  if (access.protocol === 'masque') return 'recentXray'
  return access.protocol === 'hysteria' && access.gecko ? 'recentApp' : undefined
}

const nobody: readonly Limited[] = []

/** Clients without an inbound are not served, so they count no devices. */
function limitedIn(rows: readonly ClientTuple[]): readonly Limited[] {
  const isLimited = (row: ClientTuple) => (row[16] > 0 || Boolean(row[18])) && row[13] !== null
  if (!rows.some(isLimited)) return nobody
  return rows.filter(isLimited).map((row) => ({
    ...{ id: row[17], email: row[0], limit: row[16] },
    ...{ keys: Boolean(row[18]), secrets: row[19] },
  }))
}

function memberOf(found: Dialler): Member {
  const { email, enable, slowed } = found.client
  return { email, enable, slowed, ...found.traffic, ...serviceFor(found) }
}

function shownExternal(url: string): ShownLink {
  const [scheme = ''] = url.split(':')
  return { remark: linkName(url) || scheme, protocol: scheme, url }
}
