import { Alert } from '@mantine/core'
import type { CoreJob, CoreJobStep, Preflight } from '#contract/core-preflight.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import type { PlainKey } from '../../i18n/translation.tsx'
import { useApp } from '../../services.tsx'
import { Meter } from '../../ui/meter.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { Failed } from '../../ui/states.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { PreflightResult } from './core-preflight.tsx'
import { useOnlineHere } from './use-core-actions.ts'
import { useStartCoreJob } from './use-core-job.ts'

/** What the job is about: a version, a file or the address of a mirror. */
export function useNameOf() {
  const { t } = useApp()
  return ({ what, target, result, file }: CoreJob): string => {
    if (what === 'mirror') return file?.name ?? target
    if (result) return `Xray ${result.version}`
    return target === 'file' ? t('coreJob.file') : `Xray ${target.replace(/^v/, '')}`
  }
}

type Words = Record<CoreJob['what'], PlainKey>
type NamedWords = Record<CoreJob['what'], `coreJob.${'preflight' | 'install' | 'mirror'}${'Going' | 'Done'}`>

const goingWords = {
  preflight: 'coreJob.preflightGoing',
  install: 'coreJob.installGoing',
  mirror: 'coreJob.mirrorGoing',
} as const satisfies NamedWords
const doneWords = {
  preflight: 'coreJob.preflightDone',
  install: 'coreJob.installDone',
  mirror: 'coreJob.mirrorDone',
} as const satisfies NamedWords
const failedWords = {
  preflight: 'preflight.notRun',
  install: 'preflight.notInstalled',
  mirror: 'coreUpdate.notTaken',
} as const satisfies Words
const stepWords = {
  fetch: 'coreJob.stepFetch',
  read: 'coreJob.stepRead',
  inbounds: 'coreJob.stepInbounds',
  outbounds: 'coreJob.stepOutbounds',
  changes: 'coreJob.stepChanges',
  install: 'coreJob.stepInstall',
} as const satisfies Record<CoreJobStep, PlainKey>

/** `isLost`: the panel does not answer now, so this is what it said last. */
export function RunningJob({ job, isLost }: { job: CoreJob; isLost: boolean }) {
  const { t, measures } = useApp()
  const now = useMinute()
  const name = useNameOf()(job)
  const { what, step, done, total, percent, actor, startedAt } = job
  const going = t(goingWords[what], { name })
  // A download has a share of its own; it is the first part of the work.
  const share = what === 'mirror' ? (percent ?? 0) / 100 : (done + (percent ?? 0) / 100) / Math.max(total, 1)
  return (
    <section className="stack8" aria-label={going} data-core-job="running">
      <h3>{going}</h3>
      <p role="status">
        {t(stepWords[step])}
        {percent !== undefined && ` – ${measures.percent(percent)}`}
        {what !== 'mirror' && <span className="dim85"> {t('coreJob.of', { done, total })}</span>}
      </p>
      <Meter share={share} label={going} isProgress />
      <p className="dim85">
        {t('coreJob.by', { actor: actor || '–', when: measures.fromNow(startedAt, now) })}
      </p>
      {isLost && <Alert color="yellow">{t('coreJob.lost')}</Alert>}
    </section>
  )
}

/** What came of the last one, and the button that follows from it. */
export function EndedJob({ job }: { job: CoreJob }) {
  const { t, measures } = useApp()
  const now = useMinute()
  const say = useSayCoded(job.errorCoded)
  const name = useNameOf()(job)
  const { what, state, endedAt, startedAt, actor, result, error, errorCoded } = job
  const when = measures.fromNow(endedAt || startedAt, now)
  return (
    <section className="stack8" aria-label={t('coreJob.last')} data-core-job={state}>
      <h3>{t(state === 'done' ? doneWords[what] : goingWords[what], { name })}</h3>
      <p className="dim85">{[when, actor].filter(Boolean).join(' · ')}</p>
      {state === 'interrupted' && <Alert color="yellow">{t('coreJob.interrupted')}</Alert>}
      {state === 'failed' && (
        <Alert color="red" role="alert" title={t(failedWords[what])}>
          <span dir="auto">{say(errorCoded, error)}</span>
        </Alert>
      )}
      {result && what === 'preflight' && <Result job={job} name={name} found={result} />}
    </section>
  )
}

function Result({ job, name, found }: { job: CoreJob; name: string; found: Preflight }) {
  const { t, questions } = useApp()
  const onlineHere = useOnlineHere()
  const install = useStartCoreJob().trial
  const { data } = useReply(endpoints.status.status)
  const version = data?.xray.version
  const { target, sha256 } = job
  async function ask(force: boolean) {
    const warning = force ? `${t('preflight.anywayText')} ` : ''
    const question = {
      title: t('coreUpdate.installTitle', { name }),
      text: `${warning}${t('coreUpdate.installText', { hash: sha256 })} ${t('home.restartText', { count: await onlineHere() })}`,
      verb: force ? t('preflight.anyway') : t('coreUpdate.install'),
      danger: force,
    }
    const body = { what: 'install' as const, sha256, ...(force && { force: 'true' }) }
    if (await questions.ask(question)) install.mutate({ params: { version: target }, body })
  }
  const isOld = version !== undefined && version !== found.from
  return (
    <>
      {isOld && <p>{t('coreJob.old', { from: found.from })}</p>}
      <PreflightResult
        found={found}
        isInstalling={install.isPending}
        onInstall={isOld ? undefined : (force) => void ask(force)}
      />
      {install.error && <Failed error={install.error} title={t('preflight.notInstalled')} />}
    </>
  )
}
