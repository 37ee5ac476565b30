import type { Advertised } from '#domain/links/advertised.ts'
import { shareLink } from '#domain/links/link.ts'
import { Refusal } from '#domain/refusal.ts'
import { isForLinks } from '#domain/subscription/rendered.ts'
import type { Call } from '../platform/http/mount.ts'
import type { Base } from '../settings/base-services.ts'
import { type Asked, allEntries, allExternal, externalListsOf } from './entries.ts'
import type { ExternalLists } from './external-lists.ts'
import type { Find } from './find.ts'
import type { Dialler } from './lookup.ts'

interface Deps extends Pick<Base, 'log' | 'now' | 'settings'> {
  find: Find
  lists: ExternalLists
}

type Question = Pick<Call, 'origin'>

/** Share links for the panel's API; subscriptions serve the same links. */
export function createLinks({ find, lists, settings, now, log }: Deps) {
  function linksOf(
    found: readonly Dialler[],
    { origin }: Question,
    how: Partial<Asked>,
    listed: (entry: Advertised) => boolean = () => true,
  ): string[] {
    const asked = { settings: settings.current(), requestHost: origin.host, now: now(), ...how }
    const { entries, left } = allEntries(found, asked)
    const emails = found.map(({ client }) => client.email).join(', ')
    for (const { inboundId, reason } of left)
      log.warn({ inbound: inboundId, email: emails, reason }, 'no link could be made for an inbound')
    return [...entries.filter(listed).map(shareLink), ...allExternal(found, lists, now())]
  }

  return {
    /** All links of the client, including disabled inbounds: the operator copies them. */
    async ofClient(email: string, call: Question): Promise<string[]> {
      const found = await find.byEmail(email)
      if (!found) throw new Refusal('client.missing', { email }, 'email')
      await lists.ready(externalListsOf([found], now()))
      return linksOf([found], call, { disabledToo: true, plainNames: true })
    },
    /** The links that the subscription of this id lists; none for an unknown id. */
    async ofSubscription(subId: string, call: Question): Promise<string[]> {
      const found = await find.bySubId(subId)
      await lists.ready(externalListsOf(found, now()))
      return linksOf(found, call, { served: true }, isForLinks)
    },
    async all(call: Question & Pick<Call, 'caller'>): Promise<string[]> {
      const links: string[] = []
      for await (const found of find.all(call.caller.userId))
        for (const link of linksOf([found], call, { plainNames: true })) links.push(link)
      return links
    },
  }
}

export type Links = ReturnType<typeof createLinks>
