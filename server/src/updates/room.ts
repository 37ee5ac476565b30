import { randomBytes } from 'node:crypto'
import type { ReleaseEntry, UpdateChannel, UpdatePlan, UpdateState } from '#contract/updates.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { newerReleases, planUpdate, type Running } from '#domain/updates/plan.ts'
import type { Backups } from '../backup/backups.ts'
import type { Core } from '../core/room.ts'
import type { Instance } from '../instance/instance.ts'
import type { Config } from '../platform/config.ts'
import type { Actor } from '../platform/http/caller.ts'
import { hasEnded, readRun, type UpdateRun, writeRun } from '../platform/release/update-run.ts'
import { version } from '../platform/version.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsRoom } from '../settings/service.ts'
import { noted } from '../store/changes/commit.ts'
import { schemaNumber } from '../store/migrate.ts'
import { fetchVersion } from './fetch-version.ts'
import { createKnownList } from './known-list.ts'
import type { Parent } from './parent.ts'
import { fetchList } from './release-list.ts'

/** A look at the list answers for so long, however often somebody asks. */
const freshMs = 15 * 60_000
/** The caller gets the answer first. */
const handOverDelayMs = 500

interface UpdateDeps extends Pick<Base, 'commit' | 'egress' | 'log' | 'now'> {
  config: Pick<Config, 'dataFolder' | 'installation'>
  parent: Parent | undefined
  settings: SettingsRoom
  core: Pick<Core, 'status' | 'survives'>
  backups: Pick<Backups, 'beforeUpdate'>
  instance: Pick<Instance, 'others'>
}

/** Newer versions of the panel: looks for them, and installs one. Owns the versions folder and its run file. */
export function createUpdates(deps: UpdateDeps) {
  const { config, parent, settings, egress, commit, core, now, log } = deps
  const { installation, dataFolder } = config
  const release = installation?.release
  const home = installation?.home
  const own = release?.version ?? version
  const list = createKnownList(dataFolder, release?.keys ?? [])
  const aborting = new AbortController()
  let failure: unknown
  let busy = false

  const mode = () => (!installation ? 'source' : parent && home !== undefined ? 'package' : 'alone')
  const channel = (): UpdateChannel => (settings.current().updateChannel === 'dev' ? 'dev' : 'stable')
  const url = () => (installation ? settings.current().updateUrl || (release?.updatesFrom ?? '') : '')
  const running = (): Running => {
    const { state, version: running } = core.status()
    return {
      ...{ version: own, schema: schemaNumber, channel: channel() },
      core: state === 'running' ? running : '',
      coreSurvives: core.survives(),
      arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    }
  }
  const latest = (): string => newerReleases(list.releases(url()), running())[0]?.version ?? ''
  const lastRun = () => (home === undefined ? undefined : readRun(home))

  /** Calls out, and only where a list is configured. */
  async function look(signal: AbortSignal = aborting.signal): Promise<void> {
    const from = url()
    if (from === '') return
    try {
      const found = await fetchList(egress, from, { ...permission(), signal })
      list.take(found, now())
      failure = undefined
    } catch (error) {
      failure = error
      throw error
    }
  }
  const permission = () => ({ allowPrivateAddress: settings.current().updateAllowPrivate })
  const lookAgain = async () => {
    if (now() - list.checkedAt(url()) >= freshMs) await look()
  }

  /** Where versions can be replaced. */
  function homeOrRefuse(): string {
    if (!installation) throw new Refusal('update.from-source')
    if (!parent || home === undefined) throw new Refusal('update.without-parent')
    if (url() === '') throw new Refusal('update.no-list')
    return home
  }

  async function carryOut(
    place: string,
    started: UpdateRun,
    entry: ReleaseEntry,
    actor: Actor,
  ): Promise<void> {
    let run = started
    const note = (news: Partial<UpdateRun>) => {
      run = { ...run, ...news }
      writeRun(place, run)
    }
    try {
      await fetchVersion(entry, url(), {
        ...{ egress, home: place, arch: running().arch, ...permission(), signal: aborting.signal },
        onStep(step, percent) {
          if (step !== run.step || percent >= run.percent + 5) note({ step, percent })
        },
      })
      note({ step: 'backup', percent: 0 })
      // Whoever asks for an update can go back by hand too.
      await deps.backups.beforeUpdate(actor)
      note({ step: 'hand-over', coreRan: core.status().state === 'running' })
      setTimeout(() => parent?.handOver(run), handOverDelayMs)
    } catch (error) {
      log.error({ err: error, version: run.to }, 'the panel was not updated')
      note({ step: 'failed', reason: codedOf(error), finishedAt: now() })
    } finally {
      busy = false
    }
  }

  return {
    look,
    list,
    latest,
    lastRun,
    own,
    mode,
    url,
    state(): UpdateState {
      const coded = failure === undefined ? undefined : codedOf(failure)
      const run = lastRun()
      return {
        mode: mode(),
        currentVersion: own,
        channel: channel(),
        url: url(),
        checkedAt: list.checkedAt(url()),
        latestVersion: latest(),
        error: coded ? inEnglish(coded) : '',
        ...(coded && { errorCoded: coded }),
        run: run ? viewOf(run) : null,
      }
    },
    async info() {
      await lookAgain()
      const newest = latest()
      return { currentVersion: own, latestVersion: newest || (url() && own), updateAvailable: newest !== '' }
    },
    status() {
      const run = lastRun()
      if (!run) return { runId: '', state: 'idle', exitCode: 0, finishedAt: 0 }
      const state = !hasEnded(run) ? 'running' : run.step === 'done' ? 'done' : 'failed'
      return { runId: run.runId, state, exitCode: state === 'failed' ? 1 : 0, finishedAt: run.finishedAt }
    },
    async plan(wanted: string | undefined): Promise<UpdatePlan | null> {
      await lookAgain()
      return planUpdate(list.releases(url()), running(), wanted) ?? null
    },
    async setChannel(wanted: UpdateChannel, actor: Actor): Promise<null> {
      if (!installation) throw new Refusal('update.from-source')
      await settings.set({ updateChannel: wanted }, actor)
      return null
    },
    /** Answers when everything is decided; the work goes on behind it. */
    async start(wanted: string | undefined, actor: Actor): Promise<{ runId: string }> {
      const place = homeOrRefuse()
      const last = readRun(place)
      if (busy || (last && !hasEnded(last))) throw new Refusal('update.busy')
      busy = true
      try {
        await look()
        const releases = list.releases(url())
        const plan = planUpdate(releases, running(), wanted)
        const entry = releases.find((one) => one.version === plan?.to)
        if (!plan || !entry) throw new Refusal('update.nothing-newer', { version: own })
        const [other] = deps.instance.others()
        if (plan.migrates && other) throw new Refusal('update.not-alone', { name: other.name })
        const run = newRun(plan, actor, now())
        await noted(commit, actor, {
          action: 'panel.update',
          objectKind: 'panel',
          object: plan.to,
          before: { version: own },
        })
        writeRun(place, run)
        void carryOut(place, run, entry, actor)
        return { runId: run.runId }
      } catch (error) {
        busy = false
        throw error
      }
    },
    stop: () => aborting.abort(),
  }
}
export type Updates = ReturnType<typeof createUpdates>

const newRun = ({ from, to }: UpdatePlan, { name }: Actor, at: number): UpdateRun => ({
  ...{ runId: randomBytes(8).toString('hex'), from, to, by: name },
  ...{ step: 'download', percent: 0, coreRan: false, startedAt: at, finishedAt: 0 },
})

const viewOf = ({ runId, from, to, step, percent, reason, startedAt, finishedAt }: UpdateRun) => ({
  ...{ runId, from, to, step, percent, startedAt, finishedAt },
  reason: reason ? inEnglish(reason) : '',
  ...(reason && { reasonCoded: reason }),
})
