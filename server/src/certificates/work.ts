import { setTimeout as pause } from 'node:timers/promises'
import type { Updateable } from 'kysely'
import type { Act } from '#contract/acts.ts'
import type { Alert } from '#contract/alerts.ts'
import type { Coded } from '#contract/coded.ts'
import { heldBack, nextTry, renewalOf } from '#domain/certificates/renewal.ts'
import { codedList, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import type { Membership } from '../instance/membership.ts'
import type { AcmeConfig } from '../platform/config.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Action } from '../store/audit/trail.ts'
import type { Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import type { Accounts } from './account.ts'
import { AuthorityRefused, withAcme } from './acme-client.ts'
import type { ChallengeServer } from './challenge-server.ts'
import type { DnsHook } from './dns-hook.ts'
import { filesOf } from './files.ts'
import { getCertificate, wordsFor } from './order.ts'
import {
  allRows,
  attemptsSince,
  type CertificateRow,
  type Challenge,
  find,
  methodIn,
  namesIn,
  noteAttempt,
  readChain,
  type WantedUse,
} from './store.ts'
import type { Usage } from './usage.ts'

export interface WorkDeps extends Pick<Base, 'commit' | 'db' | 'egress' | 'log' | 'now'> {
  acme: AcmeConfig
  accounts: Accounts
  challengeServer: Pick<ChallengeServer, 'whyClosed'>
  dnsHook: DnsHook
  usage: Usage
  dataFolder: string
  member: Pick<Membership, 'list'>
}

const job: Actor = { kind: 'job', name: 'certificates', address: '' }
export const changed = { kind: 'certificates-changed' } as const

/** Longer than an order can take: an instance that was killed is not waited for longer. */
const busyMs = 15 * 60_000
/** Other instances hear of a change within a second. */
const hearMs = 1_500

/** Gets certificates, one attempt at a time for each, and writes down how it went. */
export function createWork(deps: WorkDeps) {
  const { commit, now, egress, acme, log, accounts, challengeServer, dnsHook, usage, dataFolder, db } = deps
  const stopping = new AbortController()
  const running = new Map<number, Promise<void>>()
  const signal: AbortSignal = stopping.signal

  const set = (tx: Tx, id: number, columns: Updateable<Schema['certificates']>) =>
    tx.updateTable('certificates').set(columns).where('id', '=', id).execute()

  /** Nobody else works on it, and the authority may be asked. */
  const claim = (id: number, actor: Actor, action?: Action): Promise<CertificateRow> =>
    commit(actor, async (tx) => {
      const row = await find(tx, id)
      if (row.busy_until > now()) throw new Refusal('certificate.is-busy')
      const held = heldBack(await attemptsSince(tx, now()), namesIn(row), now())
      if (held) throw Refusal.of(held.why)
      // If this process is killed, the renewal finds it by these.
      const times = { busy_until: now() + busyMs, renew_at: now() }
      await set(tx, id, times)
      return { result: { ...row, ...times }, change: changed, action }
    })

  async function present(id: number, challenges: readonly Challenge[]): Promise<void> {
    await commit(job, async (tx) => {
      await set(tx, id, { challenges: challenges.length > 0 ? JSON.stringify(challenges) : '' })
      return { result: undefined, change: changed } // the listeners answer from here on
    })
    if (challenges.length > 0 && (await deps.member.list()).length > 1)
      await pause(hearMs, undefined, { signal })
  }

  const order = (row: CertificateRow) =>
    withAcme({ egress, acme, now, signal }, async (library) => {
      const client = await accounts.client(library, row.directory)
      return getCertificate({
        acme: library,
        client,
        names: namesIn(row),
        method: methodIn(row),
        profile: row.profile,
        present: (challenges) => present(row.id, challenges),
        dns: (verb, name, value) => dnsHook(verb, name, value, signal),
        signal,
      })
    })

  const actionOf = (action: Act, { id, names }: CertificateRow, after?: object): Action => ({
    action,
    objectKind: 'certificate',
    object: `${id} ${names}`,
    ...(after && { after }),
  })

  const store = (row: CertificateRow, { fullchain, privateKey }: Awaited<ReturnType<typeof order>>) =>
    commit(job, async (tx) => {
      const { notBefore, notAfter, serial } = readChain(fullchain)
      const kept = await tx
        .updateTable('certificates')
        .set({
          ...{ fullchain, private_key: privateKey, not_before: notBefore, not_after: notAfter },
          ...{ renew_at: renewalOf(notBefore, notAfter), revoked_at: 0, failures: 0 },
          ...{ last_error: '', last_error_at: 0, busy_until: 0, challenges: '' },
        })
        .where('id', '=', row.id)
        .returning('id')
        .execute()
      await noteAttempt(tx, row, now(), true)
      if (kept.length === 0) return { result: undefined } // deleted meanwhile
      const action = actionOf(row.fullchain === '' ? 'certificate.add' : 'certificate.renew', row, {
        serial,
        notAfter,
      })
      return { result: undefined, change: changed, action }
    })

  /** The authority's problem, and what is known here about the port that it could not reach. */
  function wordsOf(error: unknown, row: CertificateRow): Coded {
    if (!(error instanceof AuthorityRefused)) return codedOf(error)
    const words = wordsFor(error)
    const closed = row.method === 'dns-01' ? undefined : challengeServer.whyClosed(row.method)
    return closed && /-(not-reached|other-answer)$/.test(words.code) ? codedList([words, closed]) : words
  }

  const fail = (row: CertificateRow, error: unknown) =>
    commit(job, async (tx) => {
      const words = wordsOf(error, row)
      const failures = row.failures + 1
      const isIssued = row.fullchain !== '' && row.revoked_at === 0
      const retryAfter = error instanceof AuthorityRefused ? error.retryAfter : 0
      const at = now()
      // What never worked waits for a person: a mistyped name would fail for ever.
      const isLater = error instanceof AuthorityRefused && error.problem.type === 'rateLimited'
      const renewAt = isIssued || isLater ? nextTry(at, failures, row.profile !== '', retryAfter) : 0
      await set(tx, row.id, {
        ...{ failures, last_error: JSON.stringify(words), last_error_at: at },
        ...{ renew_at: renewAt, busy_until: 0, challenges: '' },
      })
      if (error instanceof AuthorityRefused) await noteAttempt(tx, row, at, false)
      const reason = inEnglish(words)
      const alert: Alert = { kind: 'certificate.failed', params: { name: row.names, reason } }
      return {
        result: undefined,
        change: changed,
        action: actionOf('certificate.failed', row, { reason }),
        // Once per streak: the end of the certificate has a notice of its own.
        ...(failures === 1 && { alert }),
      }
    })

  /** Somebody stops the panel: nothing failed, and the next start goes on. */
  const letGo = ({ id }: CertificateRow) =>
    commit.upkeep((tx) => set(tx, id, { busy_until: 0, challenges: '' }))

  /** The certificate is there, but somebody could not take it. */
  const noteNotUsed = (row: CertificateRow, error: unknown) =>
    commit(job, async (tx) => {
      await set(tx, row.id, { last_error: JSON.stringify(codedOf(error)), last_error_at: now() })
      return { result: undefined, change: changed }
    })

  async function takeInUse(id: number): Promise<void> {
    const row = await find(db.read, id)
    if (row.wanted_use === '') return
    const { use, userId } = JSON.parse(row.wanted_use) as WantedUse // written by `add`
    await commit.upkeep((tx) => set(tx, id, { wanted_use: '' }))
    await usage.set(use, filesOf(dataFolder, id), { userId, actor: job })
  }

  async function attempt(row: CertificateRow): Promise<void> {
    try {
      await store(row, await order(row))
    } catch (error) {
      if (signal.aborted) return void (await letGo(row))
      log.warn({ err: error, names: row.names }, 'failed to get a certificate')
      return void (await fail(row, error))
    }
    await takeInUse(row.id).catch((error: unknown) => noteNotUsed(row, error))
  }

  /** Resolves when it has begun; `done` when it ended, well or not. A new certificate is used as it was asked for. */
  async function begin(id: number, actor: Actor, action?: Action): Promise<{ done: Promise<void> }> {
    const row = await claim(id, actor, action)
    const done = attempt(row)
      .catch((error: unknown) => log.error({ err: error, names: row.names }, 'failed to note an attempt'))
      .finally(() => running.delete(id))
    running.set(id, done)
    return { done }
  }

  async function renew(row: CertificateRow): Promise<void> {
    const held = heldBack(await attemptsSince(db.read, now()), namesIn(row), now())
    if (held) return void (await commit.upkeep((tx) => set(tx, row.id, { renew_at: held.until })))
    try {
      await (await begin(row.id, job)).done
    } catch (error) {
      // Somebody may have been faster: the others are due all the same.
      log.warn({ err: error, names: row.names }, 'failed to begin a renewal')
    }
  }

  return {
    /** Fires when the panel stops. */
    signal,
    begin,
    /** Everything that is due, one after the other. */
    async renewDue(): Promise<void> {
      const due = (await allRows(db.read)).filter(
        (row) => row.renew_at > 0 && row.renew_at <= now() && row.busy_until <= now() && row.revoked_at === 0,
      )
      for (const row of due) if (!signal.aborted) await renew(row)
    },
    actionOf,
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}
