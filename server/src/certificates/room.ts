import type {
  CertificateList,
  CertificateUseBody,
  CertificateView,
  CertificateWish,
} from '#contract/certificates-api.ts'
import { decideWish } from '#domain/certificates/names.ts'
import { heldBack } from '#domain/certificates/renewal.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import type { Notices } from '../notices/room.ts'
import type { Config } from '../platform/config.ts'
import { createSerial } from '../platform/db/serial.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { PanelServer } from '../platform/http/panel-server.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { waitFor } from '../platform/wait-for.ts'
import type { Change } from '../store/changes/change.ts'
import { createAccounts } from './account.ts'
import { hostOf, refuseAsAuthority, withAcme } from './acme-client.ts'
import { createChallengeServer } from './challenge-server.ts'
import { createChecking } from './checking.ts'
import { createDnsHook } from './dns-hook.ts'
import { createFiles, filesOf } from './files.ts'
import { allRows, attemptsSince, challengesIn, find, viewOf, type WantedUse } from './store.ts'
import type { CertificateDates } from './tools/certificate-dates.ts'
import { createUsage, type UsageDeps } from './usage.ts'
import { changed, createWork, type WorkDeps } from './work.ts'

type Given = Omit<WorkDeps, 'accounts' | 'challengeServer' | 'dnsHook' | 'acme' | 'usage' | 'dataFolder'> &
  UsageDeps
interface Deps extends Given {
  config: Pick<Config, 'dataFolder' | 'acme'>
  server: PanelServer
  dates: CertificateDates
  notices: Pick<Notices, 'tell'>
}

export interface By {
  userId: number
  actor: Actor
}

/** A first answer waits this long for the authority; a slower one is seen on the page. */
const patienceMs = 20_000
const lookMs = 60_000
const mostCertificates = 200

/**
 * Owns `certificates`, `certificate_attempts` and `acme_accounts`. Orders, renews and revokes certificates, writes
 * them to files, and puts them into the settings and inbounds that use them.
 */
export async function createCertificates(deps: Deps) {
  const { db, commit, now, log, config, egress } = deps
  const { acme, dataFolder } = config
  const speaksTls = (of: 'panel' | 'subscription') => deps.server.speaksTls(of)
  const accounts = createAccounts({ db, commit, now, acme })
  const challengeServer = createChallengeServer({ acme, server: deps.server, log })
  const dnsHook = createDnsHook(acme.dnsHook)
  const usage = createUsage(deps)
  const work = createWork({ ...deps, acme, accounts, challengeServer, dnsHook, usage, dataFolder })
  const write = createFiles(dataFolder)
  const serial = createSerial()
  // Nobody else works on this database: what is busy was interrupted, and goes on with the next look.
  if (db.engine === 'sqlite')
    await commit.upkeep((tx) =>
      tx
        .updateTable('certificates')
        .set({ busy_until: 0, challenges: '' })
        .where('busy_until', '>', 0)
        .execute(),
    )
  await write(db.read) // before a listener reads them

  const get = async (id: number): Promise<CertificateView> => {
    const row = await find(db.read, id)
    const files = filesOf(dataFolder, id)
    return viewOf(row, now(), await usage.of(files.cert), files)
  }
  const actionOf = work.actionOf

  /** Also for what other instances wrote: each has its own files, ports and listeners. */
  const follow = () =>
    serial(async () => {
      const rows = await allRows(db.read)
      await challengeServer.set(rows.filter(({ busy_until }) => busy_until > now()).flatMap(challengesIn))
      await write(db.read)
      deps.server.reloadCertificates()
    })

  async function issued(id: number, actor: Actor): Promise<CertificateView> {
    const { done } = await work.begin(id, actor, actionOf('certificate.issue', await find(db.read, id)))
    await waitFor(done, patienceMs)
    return get(id)
  }

  const add = (wish: ReturnType<typeof decideWish>, use: CertificateUseBody, { userId, actor }: By) =>
    commit(actor, async (tx) => {
      const rows = await allRows(tx)
      const names = wish.names.join(',')
      const same = rows.find((row) => row.names === names && row.directory === acme.directory)
      const wanted_use = JSON.stringify({ use, userId } satisfies WantedUse)
      const { method, profile } = wish
      const columns = { names, method, profile, directory: acme.directory, wanted_use }
      if (same) {
        await tx.updateTable('certificates').set(columns).where('id', '=', same.id).execute()
        return { result: same.id }
      }
      if (rows.length >= mostCertificates)
        throw new Refusal('certificate.too-many', { max: mostCertificates })
      const { id } = await tx
        .insertInto('certificates')
        .values({ ...columns, created_at: now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { result: id }
    })

  const jobs: Job[] = [
    { name: 'certificates', everyMs: lookMs, atStart: true, leaderOnly: true, run: work.renewDue },
  ]

  return {
    challenges: challengeServer.challenges,
    jobs,
    /** Follows the rows at the start too: a killed instance may have left an order of another one open. */
    onChange: async (change: Pick<Change, 'kind'>) => {
      if (change.kind === 'certificates-changed') await follow()
    },
    refresh: () =>
      void follow().catch((error: unknown) => log.warn({ err: error }, 'failed to follow certificates')),
    broken(file: string, error: unknown) {
      const reason = inEnglish(codedOf(error))
      log.warn(
        { err: error, file },
        'a certificate file changed and cannot be used; the one before is served',
      )
      deps.notices.tell({ kind: 'certificate.failed', params: { name: file, reason } })
    },

    async list(userId: number): Promise<CertificateList> {
      const rows = await allRows(db.read)
      const used = await usage.all()
      const certificates = rows.map((row) => {
        const files = filesOf(dataFolder, row.id)
        const by = used.filter(({ file }) => file === files.cert).map(({ use }) => use)
        return viewOf(row, now(), by, files)
      })
      const own = new Set(certificates.map(({ certificateFile }) => certificateFile))
      return {
        certificates,
        byFiles: (await deps.dates.list(userId)).filter(({ file }) => !own.has(file)),
        authority: hostOf(acme.directory),
        terms: await accounts.terms(),
        hasDnsHook: acme.dnsHook !== undefined,
        speaksTls: { panel: speaksTls('panel'), subscription: speaksTls('subscription') },
      }
    },
    get,

    check: createChecking({ db, now, egress, acme, challengeServer }),

    async issue(wish: CertificateWish & { use: CertificateUseBody }, by: By): Promise<CertificateView> {
      const decided = decideWish(wish)
      if (decided.method === 'dns-01' && !acme.dnsHook) throw new Refusal('acme.hook-missing', {}, 'method')
      const held = heldBack(await attemptsSince(db.read, now()), decided.names, now())
      if (held) throw Refusal.of(held.why)
      return issued(await add(decided, wish.use, by), by.actor)
    },

    renew: issued,

    async revoke(id: number, actor: Actor): Promise<CertificateView> {
      const row = await find(db.read, id)
      if (row.fullchain === '') throw new Refusal('certificate.not-there-yet')
      if (row.busy_until > now()) throw new Refusal('certificate.is-busy')
      if (row.revoked_at === 0)
        await withAcme({ egress, acme, now, signal: work.signal }, async (library) => {
          const client = await accounts.client(library, row.directory)
          await client.revokeCertificate(row.fullchain)
        }).catch(refuseAsAuthority)
      await commit(actor, async (tx) => {
        const at = row.revoked_at || now()
        await tx
          .updateTable('certificates')
          .set({ revoked_at: at, renew_at: 0 })
          .where('id', '=', id)
          .execute()
        return { result: undefined, change: changed, action: actionOf('certificate.revoke', row) }
      })
      return get(id)
    },

    async use(id: number, body: CertificateUseBody, by: By) {
      const row = await find(db.read, id)
      if (row.fullchain === '') throw new Refusal('certificate.not-there-yet')
      const takes = body.panel || body.subscription || (body.inboundIds?.length ?? 0) > 0
      if (row.revoked_at > 0 && takes) throw new Refusal('certificate.is-revoked')
      await usage.set(body, filesOf(dataFolder, id), by)
      const needsRestart = (of: 'panel' | 'subscription') =>
        body[of] === false || (body[of] === true && !speaksTls(of))
      const restart = needsRestart('panel') || needsRestart('subscription')
      return { restart, certificate: await get(id) }
    },

    async del(id: number, actor: Actor): Promise<null> {
      const used = await usage.of(filesOf(dataFolder, id).cert)
      const where = used.map(({ of, name }) => name || of).join(', ')
      return commit(actor, async (tx) => {
        const row = await find(tx, id)
        if (row.busy_until > now()) throw new Refusal('certificate.is-busy')
        if (used.length > 0) throw new Refusal('certificate.is-used', { where })
        await tx.deleteFrom('certificates').where('id', '=', id).execute()
        return { result: null, change: changed, action: actionOf('certificate.del', row) }
      })
    },

    async stop(): Promise<void> {
      await work.stop()
      await challengeServer.stop()
    },
  }
}

export type Certificates = Awaited<ReturnType<typeof createCertificates>>
