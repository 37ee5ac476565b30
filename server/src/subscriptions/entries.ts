import type { Settings } from '#contract/settings.ts'
import { type AdvertiseResult, advertise } from '#domain/links/advertise.ts'
import { externalLinks } from '#domain/links/external.ts'
import { bareHost } from '#domain/links/link-host.ts'
import { withUniqueRemarks } from '#domain/links/remark.ts'
import type { Dialler } from './lookup.ts'

export interface Asked {
  settings: Settings
  /** As the request named it, by R16; a port is cut off. */
  requestHost: string
  now: number
  /** Also inbounds that are off: what an operator looks at, and no subscription. */
  disabledToo?: boolean
  /** Names without what is left, for links that are kept somewhere else. */
  plainNames?: boolean
}

/** What a client can dial, named and placed as the settings say. */
export function entriesOf(found: Dialler, asked: Asked): AdvertiseResult {
  const { client, traffic, attachments, hosts } = found
  const { settings, now, disabledToo = false, plainNames = false } = asked
  const { remarkModel, remarkTemplate, subEmailInRemark, subShowInfo, timeLocation } = settings
  return advertise({
    client,
    attachments: disabledToo ? attachments : attachments.filter(({ inbound }) => inbound.enable),
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
    usage: {
      up: traffic.up,
      down: traffic.down,
      total: client.totalGB,
      expiryTime: client.expiryTime,
      enable: client.enable,
    },
    now,
  })
}

/** What several clients with one id can dial, each link under a name of its own. */
export function allEntries(found: readonly Dialler[], asked: Asked): AdvertiseResult {
  const each = found.map((one) => entriesOf(one, asked))
  if (each.length === 1 && each[0]) return each[0]
  return {
    entries: withUniqueRemarks(each.flatMap(({ entries }) => entries)),
    left: each.flatMap(({ left }) => left),
  }
}

/** Links of other servers, each once. */
export const allExternal = (found: readonly Pick<Dialler, 'externalLinks'>[]): string[] => [
  ...new Set(found.flatMap((one) => externalLinks(one.externalLinks))),
]
