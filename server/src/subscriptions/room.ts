import type { RequestListener } from 'node:http'
import type { HiddenBytes } from '#domain/core-config/users.ts'
import type { InboundTraffic } from '../clients/inbound-traffic.ts'
import type { OnlineClients } from '../clients/online.ts'
import type { ToldQuota } from '../clients/quotas/reads.ts'
import type { Devices } from '../devices/room.ts'
import type { NetworkOf } from '../geo/networks.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { TrustedProxies } from '../platform/http/origin.ts'
import type { Base } from '../settings/base-services.ts'
import type { Change } from '../store/changes/change.ts'
import { setsFor } from '../store/sets.ts'
import { type IsOverIp, readTerms } from '../store/terms.ts'
import type { TrafficHistory } from '../traffic/history/room.ts'
import { createBlockedFor } from './blocked.ts'
import { createCheckLinks } from './check-links.ts'
import { createExternalLists } from './external-lists.ts'
import { createFeed } from './feed.ts'
import { createFetched, type FetchListener, type StoreFetches } from './fetched.ts'
import { createFind, createLinks } from './find.ts'
import { createInboundsSnapshot } from './inbounds-snapshot.ts'
import { createLookup } from './lookup.ts'
import { createOldSources, createOldUrls } from './old/find.ts'
import { createStoreOldSubscriptions, oldIdentityPrune } from './old/store.ts'
import type { AboutOf } from './page/page.ts'
import { createPreview } from './preview.ts'
import { createAnswers } from './reply.ts'
import { createSubscriptionServer } from './server.ts'
import { createUnknownIdLimiter } from './unknown-id-limiter.ts'
import { createUsedPlaces } from './used-places.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'log' | 'now' | 'settings'> {
  egress: Pick<Egress, 'safeFetch'>
  storeFetches: StoreFetches
  devices: Pick<Devices, 'admit' | 'own'>
  hidden: HiddenBytes
  /** Of this panel's core. */
  coreVersion: () => string
  history: Pick<TrafficHistory, 'lastDays'>
  inboundTraffic: Pick<InboundTraffic, 'of'>
  online: Pick<OnlineClients, 'has'>
  isOverIp: IsOverIp
  /** Quotas of clients for some of their inbounds. */
  quotasOf: (emails: readonly string[]) => Promise<readonly ToldQuota[]>
  networkOf: NetworkOf
}

/**
 * Links and feeds of clients, answered on a port of their own. Owns `old_subscriptions` and
 * `old_identities`, for URLs of other panels; reads clients and inbounds.
 */
export function createSubscriptions(deps: Deps) {
  const { db, egress, commit, storeFetches, hidden, settings, online, now, log } = deps
  const snapshot = createInboundsSnapshot({ db, hidden, coreVersion: deps.coreVersion, now })
  const lists = createExternalLists({ egress, now, log })
  const feed = createFeed({ lookup: createLookup(db), snapshot, lists, now, log })
  const answers = createAnswers(db, now)
  const unknownIds = createUnknownIdLimiter(now)
  const fetched = createFetched(commit, storeFetches, now)
  const oldSources = createOldSources({ db, now })
  const oldUrls = createOldUrls({ db, sources: oldSources })
  const sets = setsFor(db.engine)
  const usedPlaces = createUsedPlaces({ ...deps, sets })
  const aboutOf: AboutOf = async (served, asked, host) => {
    const emails = served.members.map(({ email }) => email)
    return {
      days: await deps.history.lastDays(emails),
      terms: await readTerms(db.read, sets, emails, deps.isOverIp),
      places: await usedPlaces(served, asked, host),
      quotas: await deps.quotasOf(emails),
    }
  }

  const blockedFor = createBlockedFor(deps.networkOf)
  const parts = { blockedFor, feed, snapshot, answers, oldUrls, unknownIds, fetched, aboutOf }

  return {
    /** One per HTTP server; the caches outlive a restart of the panel. */
    handler: (trusted: TrustedProxies, hsts: boolean): RequestListener =>
      createSubscriptionServer({ ...deps, ...parts, trusted, hsts }),
    /** Share links for the panel's own API. */
    links: createLinks({ find: createFind({ db, snapshot }), lists, settings, now, log }),
    /** What the hidden client dials to use an inbound. */
    checkLinks: createCheckLinks({ snapshot, settings, now }),
    preview: createPreview({ feed, online, aboutOf, now }),
    /** `listener` is told which clients' subscription somebody fetched, and from where. */
    onFetched: (listener: FetchListener) => fetched.onFetched(listener),
    jobs: [fetched.job, oldIdentityPrune(db, commit)],
    /** For a move-in: subscription URLs of another panel that go on answering. */
    storeOldSubscriptions: createStoreOldSubscriptions(db.engine),
    onChange(change: Change) {
      snapshot.onChange(change)
      oldSources.onChange(change)
      if (change.kind === 'inbounds-changed') feed.forget()
    },
    /** Anything may have changed. */
    forget() {
      snapshot.forget()
      oldSources.onChange({ kind: 'old-subscriptions-changed' })
      feed.forget()
    },
    /** Stores fetch times that are only in memory. */
    flush: fetched.flush,
    /** Ends calls to others that are under way. */
    stop: lists.stop,
  }
}
export type Subscriptions = ReturnType<typeof createSubscriptions>
