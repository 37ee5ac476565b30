import type { Settings } from '#contract/settings.ts'
import type { HiddenBytes } from '#domain/core-config/users.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { shareLink } from '#domain/links/link.ts'
import { Refusal } from '#domain/refusal.ts'
import { isForLinks } from '#domain/subscription/raw.ts'
import type { Db } from '../platform/db/open.ts'
import type { Call } from '../platform/http/mount.ts'
import type { Log } from '../platform/log.ts'
import { type Asked, allEntries, allExternal } from './entries.ts'
import type { Find, Found } from './find.ts'
import { findAll } from './find-all.ts'

interface Deps {
  db: Db
  hidden: HiddenBytes
  find: Find
  settings: () => Settings
  now: () => number
  log: Log
}

type Question = Pick<Call, 'origin'>

/** Share links for the panel's own API; subscriptions serve the same ones to the world. */
export function createLinks({ db, hidden, find, settings, now, log }: Deps) {
  function linksOf(
    found: readonly Found[],
    { origin }: Question,
    how: Partial<Asked>,
    listed: (entry: Advertised) => boolean = () => true,
  ): string[] {
    const asked = { settings: settings(), requestHost: origin.host, now: now(), ...how }
    const { entries, left } = allEntries(found, asked)
    const emails = found.map(({ client }) => client.email).join(', ')
    for (const { inboundId, reason } of left)
      log.warn({ inbound: inboundId, email: emails, reason }, 'an inbound has no link')
    return [...entries.filter(listed).map(shareLink), ...allExternal(found)]
  }

  return {
    /** Over all inbounds of the client, those that are off too: the operator copies them. */
    async ofClient(email: string, call: Question): Promise<string[]> {
      const found = await find.byEmail(email)
      if (!found) throw new Refusal('client.missing', { email }, 'email')
      return linksOf([found], call, { disabledToo: true, plainNames: true })
    },
    /** What the subscription of this id lists; nothing for an unknown one. */
    async ofSubscription(subId: string, call: Question): Promise<string[]> {
      return linksOf(await find.bySubId(subId), call, {}, isForLinks)
    },
    async all(call: Question & Pick<Call, 'caller'>): Promise<string[]> {
      const links: string[] = []
      for await (const found of findAll({ db, hidden }, call.caller.userId))
        for (const link of linksOf([found], call, { plainNames: true })) links.push(link)
      return links
    },
  }
}

export type Links = ReturnType<typeof createLinks>
