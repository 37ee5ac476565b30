import type { RequestListener } from 'node:http'
import type { Settings } from '#contract/settings.ts'
import type { Change } from '../changes/bus.ts'
import type { Db } from '../db/open.ts'
import type { TrustedProxies } from '../http/origin.ts'
import type { Log } from '../log.ts'
import { createFeed } from './feed.ts'
import { createFetched } from './fetched.ts'
import type { Find } from './find.ts'
import { createGuesses } from './guesses.ts'
import { createSubscriptionServer } from './server.ts'

interface Deps {
  db: Db
  find: Find
  settings: () => Settings
  isOnline: (email: string) => boolean
  now: () => number
  log: Log
}

export function createSubscriptions({ db, find, settings, isOnline, now, log }: Deps) {
  const feed = createFeed({ find, now, log })
  const guesses = createGuesses(now)
  const fetched = createFetched(db, now)

  return {
    /** For one front; what it remembers outlives a restart of the panel. */
    handler: (trusted: () => TrustedProxies, hsts: boolean): RequestListener =>
      createSubscriptionServer({ feed, settings, trusted, hsts, isOnline, guesses, fetched, now, log }),
    job: fetched.job,
    onChange({ kind }: Change) {
      if (kind === 'inbounds-changed' || kind === 'hosts-changed') feed.forget()
    },
    /** Writes down what is still only remembered. */
    flush: fetched.flush,
  }
}
