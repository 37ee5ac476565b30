import { createHash } from 'node:crypto'
import type { AddClient } from '#contract/client-bodies.ts'
import type { Coded } from '#contract/coded.ts'
import type { DirectoryPlanView } from '#contract/directory-api.ts'
import { type ClientHere, type DirectoryPlan, isNothing, planDirectory } from '#domain/directory/plan.ts'
import { notice } from '#domain/notices.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { refuseOtherServer } from '#domain/secrets/stored-server.ts'
import { listIn } from '#domain/texts.ts'
import type { ClientRoom } from '../clients/room.ts'
import { createSerial } from '../platform/db/serial.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { nextAfter } from '../platform/jobs/schedule.ts'
import type { Base } from '../settings/base-services.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'
import type { DirectorySettings } from './connect.ts'
import { isMemberOf, peopleOf } from './reader.ts'
import { passwordFits } from './search.ts'

type Given = { [K in keyof DirectorySettings]?: DirectorySettings[K] | undefined }
type By = { userId: number; actor: Actor }

interface Deps extends Pick<Base, 'commit' | 'db' | 'log' | 'notify' | 'now' | 'settings'> {
  clients: Pick<ClientRoom['bulk'], 'create' | 'setEnable' | 'del'>
}

const everyMs = 10_000
const gib = 1024 ** 3
const dayMs = 86_400_000
const scheduled: Actor = { kind: 'job', name: 'directory', address: '' }

const digestOf = ({ enable, disable, create, remove, people }: DirectoryPlan): string =>
  createHash('sha256')
    .update(JSON.stringify([enable, disable, create, remove, people]))
    .digest('hex')
    .slice(0, 16)

/**
 * Clients follow an LDAP directory: enabled, disabled, and where asked created and deleted, through the clients room. Owns
 * `directory_state`.
 */
export function createDirectory({ db, commit, now, log, settings, clients, notify }: Deps) {
  const state = createDirectoryState({ db, commit })
  const serial = createSerial()

  /** Inbounds by the tags of the setting; a tag that nobody has is refused before anybody is changed. */
  async function inboundIds(): Promise<number[]> {
    const tags = listIn(settings.current().ldapInboundTags)
    if (tags.length === 0) return []
    const rows = await db.read.selectFrom('inbounds').select(['id', 'tag']).where('tag', 'in', tags).execute()
    const unknown = tags.filter((tag) => !rows.some((row) => row.tag === tag))
    if (unknown.length > 0)
      throw new Refusal('directory.tags-unknown', { tags: unknown.join(', ') }, 'ldapInboundTags')
    return rows.map(({ id }) => id)
  }

  async function clientsHere(ids: readonly number[]): Promise<ClientHere[]> {
    const rows = await db.read
      .selectFrom('clients')
      .select(['id', 'email', 'enable', 'disabled_by_panel'])
      .orderBy('id')
      .execute()
    const attached =
      ids.length === 0
        ? []
        : await db.read
            .selectFrom('client_inbounds')
            .select('client_id')
            .distinct()
            .where('inbound_id', 'in', [...ids])
            .execute()
    const onInbounds = new Set(attached.map(({ client_id }) => client_id))
    return rows.map((row) => ({
      email: row.email,
      isOn: row.enable || row.disabled_by_panel,
      isOnInbounds: onInbounds.has(row.id),
    }))
  }

  async function makePlan(current: DirectorySettings): Promise<{ plan: DirectoryPlan; ids: number[] }> {
    const { ldapAutoCreate: autoCreate, ldapAutoDelete: autoDelete } = current
    const ids = await inboundIds()
    if (autoCreate && ids.length === 0) throw new Refusal('directory.no-inbounds', {}, 'ldapInboundTags')
    const people = await peopleOf(current)
    const { people: peopleBefore } = await state.read()
    return {
      plan: planDirectory(people, await clientsHere(ids), { autoCreate, autoDelete, peopleBefore }),
      ids,
    }
  }

  function newClient(email: string, inboundIds: number[]): AddClient {
    const { ldapDefaultTotalGB, ldapDefaultExpiryDays, ldapDefaultLimitIP } = settings.current()
    const expiryTime = ldapDefaultExpiryDays > 0 ? now() + ldapDefaultExpiryDays * dayMs : 0
    const totalGB = ldapDefaultTotalGB * gib
    return { client: { email, enable: true, totalGB, expiryTime, limitIp: ldapDefaultLimitIP }, inboundIds }
  }

  /** Each kind is one transaction; what is interrupted is planned again at the next run. */
  async function carryOut({ enable, disable, create, remove }: DirectoryPlan, ids: number[], actor: Actor) {
    const owner = await db.read.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
    const by: By = { userId: owner.id, actor }
    if (disable.length > 0) await clients.setEnable({ emails: disable }, false, by)
    if (enable.length > 0) await clients.setEnable({ emails: enable }, true, by)
    if (create.length > 0)
      await clients.create(
        create.map((email) => newClient(email, ids)),
        by,
      )
    if (remove.length > 0) await clients.del({ emails: remove }, false, by)
  }

  function slotAfter(at: number): number | undefined {
    const { ldapEnable, ldapSyncCron, timeLocation } = settings.current()
    return ldapEnable ? nextAfter(ldapSyncCron, at, timeLocation) : undefined
  }
  /** Of the schedule, as the last run saw it. */
  let nextAt: number | undefined

  async function sync(): Promise<void> {
    const before = await state.read()
    const lastRunAt = now()
    nextAt = slotAfter(lastRunAt)
    try {
      const { plan, ids } = await makePlan(settings.current())
      const good = { lastRunAt, lastGoodAt: now(), error: undefined }
      if (plan.held) {
        const digest = digestOf(plan)
        await state.change({ ...good, held: { digest, at: now(), plan } })
        if (before.held?.digest !== digest) notify(notice('directory.held', { reason: plan.held }))
        return
      }
      if (!isNothing(plan)) await carryOut(plan, ids, scheduled)
      await state.change({ ...good, people: plan.people, held: undefined })
    } catch (error) {
      await state.change({ lastRunAt, error: codedOf(error) })
      throw error
    }
  }

  const job: Job = {
    name: 'directory',
    everyMs,
    leaderOnly: true,
    async run() {
      if (!settings.current().ldapEnable) return
      const { lastRunAt, error } = await state.read()
      nextAt = lastRunAt === 0 ? 0 : slotAfter(lastRunAt)
      if (nextAt !== undefined && nextAt <= now()) await serial(sync)
      else if (error) throw Refusal.of(error) // Activity shows it until a run succeeds
    },
    dueIn: () => (nextAt === undefined ? undefined : nextAt - now()),
  }

  return {
    job,
    plan: async (): Promise<DirectoryPlanView> => viewOf(await state.read()),
    /** Reads the directory once more: what is carried out is what the operator saw. */
    confirm: (digest: string | undefined, actor: Actor): Promise<DirectoryPlanView> =>
      serial(async () => {
        const { held } = await state.read()
        if (!held) throw new Refusal('directory.nothing-held')
        const { plan, ids } = await makePlan(settings.current())
        const fresh = digestOf(plan)
        if (fresh !== held.digest || (digest !== undefined && digest !== fresh)) {
          await state.change({ held: plan.held && { digest: fresh, at: now(), plan } })
          throw new Refusal('directory.plan-changed')
        }
        await carryOut(plan, ids, actor)
        await state.change({ lastRunAt: now(), people: plan.people, held: undefined, error: undefined })
        return viewOf({
          ...(await state.read()),
          held: { digest: fresh, at: now(), plan: { ...plan, held: undefined } },
        })
      }),
    /** With values from a form that is not saved yet; a blank password means the stored one. */
    async test(given: Given) {
      const people = await peopleOf(withGiven(settings.current(), given))
      const enabled = people.filter((person) => person.enabled).length
      return { people: people.length, enabled, sample: people.slice(0, 5).map(({ email }) => email) }
    },
    async dryRun(given: Given): Promise<DirectoryPlanView> {
      const { plan } = await makePlan(withGiven(settings.current(), given))
      return viewOf({ ...(await state.read()), held: { digest: digestOf(plan), at: now(), plan } })
    },
    /** For the login. A directory that is away lets nobody in, and says so in the log. */
    async passwordFits(name: string, password: string): Promise<boolean> {
      const current = settings.current()
      if (!current.ldapLogin || !current.ldapEnable) return false
      return passwordFits(current, name, password, (dn) => isMemberOf(current, dn)).catch(
        (error: unknown) => {
          log.warn({ err: error }, 'the directory could not check a password')
          return false
        },
      )
    },
  }
}

export type Directory = ReturnType<typeof createDirectory>

const way = [
  ...(['ldapHost', 'ldapPort', 'ldapUseTLS', 'ldapStartTls'] as const),
  ...(['ldapCaFile', 'ldapInsecureSkipVerify'] as const),
] satisfies (keyof DirectorySettings)[]

/** What the form leaves out is taken from the settings. */
function withGiven(stored: DirectorySettings, given: Given): DirectorySettings {
  const tried = {
    ...stored,
    ...(Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Partial<DirectorySettings>),
    ldapPassword: given.ldapPassword || stored.ldapPassword,
  }
  refuseOtherServer(stored, tried, { secret: 'ldapPassword', typed: given.ldapPassword, way })
  return tried
}

function viewOf({ held, people, lastRunAt, lastGoodAt, error }: DirectoryState): DirectoryPlanView {
  const plan = held?.plan
  return {
    held: plan?.held !== undefined,
    ...(plan?.held && { reason: inEnglish(plan.held), reasonCoded: plan.held }),
    digest: held?.digest ?? '',
    people: plan?.people ?? people,
    enable: plan?.enable ?? [],
    disable: plan?.disable ?? [],
    create: plan?.create ?? [],
    delete: plan?.remove ?? [],
    skipped: (plan?.skipped ?? []).map(({ email, why }) => ({
      email,
      reason: inEnglish(why),
      reasonCoded: why,
    })),
    lastRunAt,
    lastGoodAt,
    lastError: error ? inEnglish(error) : '',
    ...(error && { lastErrorCoded: error }),
  }
}

/** What the panel remembers of the directory between runs; every instance reads the same. */
export interface DirectoryState {
  lastRunAt: number
  /** When people were last read and nothing was wrong. */
  lastGoodAt: number
  /** In the last accepted answer. */
  people: number
  error: Coded | undefined
  /** The plan that waits, with the digest that a confirmation is for. */
  held: { digest: string; at: number; plan: DirectoryPlan } | undefined
}

const blank: DirectoryState = { lastRunAt: 0, lastGoodAt: 0, people: 0, error: undefined, held: undefined }
const only = 1

export function createDirectoryState({ db, commit }: { db: Db; commit: Commit }) {
  async function read(): Promise<DirectoryState> {
    const row = await db.read
      .selectFrom('directory_state')
      .select('state')
      .where('id', '=', only)
      .executeTakeFirst()
    return row ? { ...blank, ...(JSON.parse(row.state) as Partial<DirectoryState>) } : blank
  }
  return {
    read,
    async change(patch: Partial<DirectoryState>): Promise<void> {
      const state = JSON.stringify({ ...(await read()), ...patch })
      await commit.upkeep((tx) =>
        tx
          .insertInto('directory_state')
          .values({ id: only, state })
          .onConflict((c) => c.column('id').doUpdateSet({ state }))
          .execute(),
      )
    },
  }
}
