import type { WireguardFiles } from '#contract/clients-api.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { isForLinks, shareLink } from '#domain/links/link.ts'
import { hasLink } from '#domain/links/without-link.ts'
import { coded, inEnglish, Refusal } from '#domain/refusal.ts'
import { confFiles } from '#domain/subscription/wireguard-conf.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Call } from '../platform/http/mount.ts'
import type { Base } from '../settings/base-services.ts'
import type { Db } from '../store/open.ts'
import { type Asked, allEntries, allExternal, entriesOf, externalListsOf, isHeldBack } from './entries.ts'
import type { ExternalLists } from './external-lists.ts'
import type { InboundsSnapshot, Snapshot } from './inbounds-snapshot.ts'
import { createAssemble, createLookup, type Dialler, type NamedTuple } from './lookup.ts'

const perPage = 200

/** Clients with everything that their links are made of. Attachments may be empty, and include disabled inbounds. */
export function createFind({ db, snapshot }: { db: Db; snapshot: Pick<InboundsSnapshot, 'get'> }) {
  const lookup = createLookup(db)
  const assemble = createAssemble()
  const assembled = (row: NamedTuple, known: Snapshot) => assemble(row[25], row, known)

  return {
    /** Empty for an unknown id. Ids that cannot exist are not queried. */
    async bySubId(subId: string): Promise<Dialler[]> {
      if (!isStorable(subId)) return []
      const known = await snapshot.get()
      return (await lookup.bySubId(subId)).map((row) => assemble(subId, row, known))
    },
    async byEmail(email: string): Promise<Dialler | undefined> {
      if (!isStorable(email)) return undefined
      const known = await snapshot.get()
      const [row] = await lookup.byEmail(emailKey(email))
      return row && assembled(row, known)
    },
    /** Every client that is attached to an inbound of this user, without usage and links of other servers. */
    async *all(userId: number): AsyncGenerator<Dialler> {
      const own = new Map([...(await snapshot.get())].filter(([, { inbound }]) => inbound.userId === userId))
      for (let after = 0; ; ) {
        const page = await lookup.page(after, perPage)
        const last = page.at(-1)
        if (!last) return
        for (const row of page) {
          const found = assembled(row, own)
          if (found.attachments.length > 0) yield found
        }
        after = last[17]
        // SQLite answers synchronously: let other work run between two pages.
        await new Promise<void>((resolve) => setImmediate(resolve))
      }
    },
  }
}

export type Find = ReturnType<typeof createFind>

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
    listed: (entry: Advertised) => boolean = hasLink,
  ): string[] {
    const asked = { settings: settings.current(), requestHost: origin.host, now: now(), ...how }
    const { entries, left } = allEntries(found, asked)
    const emails = found.map(({ client }) => client.email).join(', ')
    for (const { inboundId, reason } of left.filter((one) => !isHeldBack(one)))
      log.warn({ inbound: inboundId, email: emails, reason }, 'no link could be made for an inbound')
    return [...entries.filter(listed).map(shareLink), ...allExternal(found, lists, now())]
  }

  async function known(email: string): Promise<Dialler> {
    const found = await find.byEmail(email)
    if (!found) throw new Refusal('client.missing', { email }, 'email')
    return found
  }

  return {
    /** All links of the client, including disabled inbounds: the operator copies them. */
    async ofClient(email: string, call: Question): Promise<string[]> {
      const found = await known(email)
      await lists.ready(externalListsOf([found], now()))
      return linksOf([found], call, { disabledToo: true, plainNames: true })
    },
    async wireguard(email: string, { origin }: Question): Promise<WireguardFiles> {
      const found = await known(email)
      const attachments = found.attachments.filter(({ inbound }) => inbound.protocol === 'wireguard')
      const asked = { settings: settings.current(), requestHost: origin.host, now: now() }
      const { entries, left } = entriesOf(
        { ...found, attachments },
        { ...asked, disabledToo: true, plainNames: true, withoutKeyToo: true },
      )
      const files = confFiles(entries).filter((file) => file !== undefined)
      const why = new Map(left.map(({ reasonCoded }) => [reasonCoded.code, reasonCoded]))
      if (files.length < entries.length) why.set('', coded('link.wireguard-mask'))
      return { files, left: [...why.values()].map((one) => ({ text: inEnglish(one), coded: one })) }
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
