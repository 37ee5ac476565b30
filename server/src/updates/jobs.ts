import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Alert } from '#contract/alerts.ts'
import { inEnglish } from '#domain/refusal.ts'
import { compareVersions } from '#domain/updates/versions.ts'
import type { Tell } from '../notices/outlets.ts'
import type { Config } from '../platform/config.ts'
import { readText } from '../platform/files.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { hasEnded, readRun, type UpdateRun, writeRun } from '../platform/release/update-run.ts'
import type { Base } from '../settings/base-services.ts'
import type { Action } from '../store/audit/trail.ts'
import { noted } from '../store/changes/commit.ts'
import type { Updates } from './room.ts'
import { deleteVersions, sweepIncoming } from './version-folders.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const outcomeEveryMs = 5_000

interface Deps extends Pick<Base, 'commit' | 'log' | 'now' | 'settings'> {
  updates: Updates
  config: Pick<Config, 'dataFolder' | 'installation'>
  tell: Tell
}

const byItself: Actor = { kind: 'job', name: 'update', address: '' }

/** Looks once a day, however often the panel is restarted; a newer version is told once. */
function createDailyLook({ updates, settings, tell, now }: Deps): Job {
  return {
    name: 'update-check',
    everyMs: hourMs,
    atStart: true,
    leaderOnly: true,
    async run(signal) {
      const url = updates.url()
      if (url === '' || !settings.current().updateCheckEnable) return
      if (now() - updates.list.checkedAt(url) >= dayMs) await updates.look(signal)
      const latest = updates.latest()
      const told = updates.list.told()
      if (latest === '' || (told !== '' && compareVersions(latest, told) <= 0)) return
      tell({ kind: 'panel.update-available', params: { version: latest, current: updates.own } })
      updates.list.tell(latest)
    },
  }
}

/** The parent process decides how an update ends; the panel that then runs tells it, once. */
function createOutcome(home: string, { config: { dataFolder }, commit, now, log }: Deps): Job {
  const host = hostname()
  const file = join(dataFolder, 'update-told')
  async function conclude(run: UpdateRun): Promise<void> {
    const { step, from, to, reason } = run
    const why = reason ? inEnglish(reason) : ''
    const isDone = step === 'done'
    const alert: Alert = isDone
      ? { kind: 'panel.updated', params: { host, version: to } }
      : { kind: 'panel.update-failed', params: { host, version: to, reason: why } }
    const action: Action = {
      action: 'panel.install',
      objectKind: 'panel',
      object: isDone ? to : from,
      before: { version: isDone ? from : to },
      after: { version: isDone ? to : from, ...(why && { reason: why }) },
    }
    // Nothing was installed by a download that failed.
    await (step === 'failed'
      ? commit(byItself, async () => ({ result: undefined, alert }))
      : noted(commit, byItself, action, alert))
    writeFileSync(file, run.runId, { mode: 0o600 })
    if (readRun(home)?.runId !== run.runId) return // the next update has begun, and may have placed its version
    // The last two stay: the one that runs, and the one to go back to.
    const isWanted = (version: string) => (isDone ? version === from : version !== to)
    deleteVersions(home, isWanted, log)
  }
  // What a panel began that was killed before its parent knew of it.
  const left = readRun(home)
  try {
    sweepIncoming(home)
    const reason = { code: 'update.interrupted', params: {} }
    if (left && ['download', 'unpack', 'backup'].includes(left.step))
      writeRun(home, { ...left, step: 'failed', reason, finishedAt: now() })
  } catch (error) {
    log.warn({ err: error }, 'what an update left behind was not tidied up')
  }
  let told = readText(file)
  return {
    name: 'update-outcome',
    everyMs: outcomeEveryMs,
    atStart: true,
    async run() {
      const run = readRun(home)
      if (!run || !hasEnded(run) || run.runId === told) return
      await conclude(run)
      told = run.runId
    },
  }
}

export function createUpdateJobs(deps: Deps): Job[] {
  const { installation } = deps.config
  if (!installation) return []
  const { home } = installation
  return [createDailyLook(deps), ...(home === undefined ? [] : [createOutcome(home, deps)])]
}
