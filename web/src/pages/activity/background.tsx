import type { InstanceState, JobState, WorkState } from '#contract/jobs-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { useCell } from '../../ui/cell.ts'
import { Meter } from '../../ui/meter.tsx'
import { useSayCoded, useSayNotice } from '../../ui/say-error.ts'
import { Loaded } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './activity.module.css'
import { jobWords, workWords } from './job-words.ts'

/** The hub reports when work starts or ends and when a job fails; the times in between are polled. */
const AGAIN_MS = 5_000

/** Scheduled jobs of the panel, and work that a request waits for. */
export function Background() {
  const { t } = useApp()
  const background = useReply(endpoints.jobs.list, { staleTime: 0, refetchInterval: AGAIN_MS })
  return (
    <Loaded query={background} rows={8}>
      {({ jobs, work, instances }) => (
        <>
          {instances.length > 1 && <Instances instances={instances} />}
          <h2 className={styles.heading}>{t('work.title')}</h2>
          {work.length === 0 ? (
            <p className={styles.nothing}>{t('work.none')}</p>
          ) : (
            <ul className={styles.trail}>
              {work.map((one) => (
                <WorkRow key={one.id} work={one} />
              ))}
            </ul>
          )}
          <h2 className={styles.heading}>{t('job.title')}</h2>
          <ul className={styles.trail}>
            {/* Failed jobs come first. */}
            {jobs
              .toSorted((a, b) => Number(b.lastError !== '') - Number(a.lastError !== ''))
              .map((job) => (
                <JobRow key={job.name} job={job} />
              ))}
          </ul>
        </>
      )}
    </Loaded>
  )
}

/** Several panels on one database: who they are, and who leads. */
function Instances({ instances }: { instances: readonly InstanceState[] }) {
  const { t, measures } = useApp()
  const now = useMinute()
  return (
    <>
      <h2 className={styles.heading}>{t('instances.title')}</h2>
      <ul className={styles.trail}>
        {instances.map(({ id, name, version, startedAt, leads, self }) => (
          <li key={id} className={styles.entry}>
            <div className={styles.beside}>
              <div className="breakAnywhere">
                <bdi>{name}</bdi>{' '}
                <span className={styles.dim}>
                  <bdi>{version}</bdi>
                  {self && <> · {t('instances.this')}</>}
                </span>
              </div>
              {leads && <StatusWord tone="good" word={t('instances.leads')} />}
            </div>
            <p className={styles.dim}>{t('instances.since', { when: measures.fromNow(startedAt, now) })}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Milliseconds if short, else in words. */
function useTook() {
  const { t, measures } = useApp()
  return (ms: number) =>
    ms < 10_000
      ? t('job.ms', { count: measures.count(Math.round(ms)) })
      : measures.duration(Math.round(ms / 1000))
}

function WorkRow({ work }: { work: WorkState }) {
  const { t, measures, work: live } = useApp()
  const told = useCell(live.now)
  const took = useTook()
  const now = useMinute()
  const words = workWords(work.path)
  const heard = words === 'work.install' ? told : undefined
  const going = work.endedAt === 0
  // The hub sends each step; the list is only as new as its last reply.
  const percent = work.percent === undefined ? undefined : (heard?.percent ?? work.percent)
  const say = useSayCoded(work.errorCoded ?? work.messageCoded)
  const sayNotice = useSayNotice(heard)
  const message =
    heard && work.percent !== undefined
      ? sayNotice(heard, 'message')
      : say(work.messageCoded, work.message ?? '')
  const state = going ? 'going' : work.error ? 'failed' : 'done'
  const names = { going: 'work.going', failed: 'work.failed', done: 'work.done' } as const
  const tones = { going: 'calm', failed: 'bad', done: 'good' } as const
  return (
    <li className={styles.entry}>
      <div className={styles.beside}>
        <div className="breakAnywhere">
          {words ? t(words) : <code dir="ltr">{work.path}</code>} {work.what && <bdi>{work.what}</bdi>}
        </div>
        <StatusWord tone={tones[state]} word={t(names[state])} />
      </div>
      {percent !== undefined && going && (
        <div className={styles.progress}>
          <Meter share={percent / 100} label={words ? t(words) : work.path} />
          <span>{measures.percent(percent)}</span>
        </div>
      )}
      {message && going && (
        <p className={styles.dim} dir="auto">
          {message}
        </p>
      )}
      {work.error && (
        <p className={styles.error} dir="auto">
          {say(work.errorCoded, work.error)}
        </p>
      )}
      <p className={styles.dim}>
        {work.actor && (
          <>
            <bdi>{work.actor}</bdi> ·{' '}
          </>
        )}
        <time dateTime={new Date(work.startedAt).toISOString()}>{measures.fromNow(work.startedAt, now)}</time>
        {!going && <> · {t('job.took', { time: took(work.endedAt - work.startedAt) })}</>}
      </p>
    </li>
  )
}

function JobRow({ job }: { job: JobState }) {
  const { t, measures } = useApp()
  const took = useTook()
  const { lastAt, lastError, nextAt, running } = job
  const words = jobWords(job.name)
  const say = useSayCoded(job.lastErrorCoded)
  const state = lastError ? 'failed' : running ? 'going' : lastAt ? 'well' : 'waiting'
  const names = {
    failed: 'job.fails',
    going: 'work.going',
    waiting: 'job.waiting',
  } as const
  const tones = { failed: 'bad', going: 'calm', well: 'good', waiting: 'none' } as const
  const now = useMinute()
  // The time of day alone would mean today.
  const clock = (ms: number) =>
    Math.abs(ms - now) > 12 * 3_600_000 ? measures.moment(ms) : measures.clock(Math.floor(ms / 1000))
  return (
    <li className={styles.entry}>
      <div className={styles.beside}>
        <div className="breakAnywhere">{words ? t(words) : <code>{job.name}</code>}</div>
        <StatusWord
          tone={tones[state]}
          word={state === 'well' ? t('job.well', { when: measures.fromNow(lastAt, now) }) : t(names[state])}
        />
      </div>
      {lastError && (
        <p className={styles.error} dir="auto">
          {say(job.lastErrorCoded, lastError)}
        </p>
      )}
      <p className={styles.dim}>
        {[
          t('job.every', { time: measures.duration(job.everyMs / 1000) }),
          ...(lastAt > 0
            ? [t('job.last', { when: clock(lastAt) }), t('job.took', { time: took(job.lastTookMs) })]
            : []),
          ...(nextAt > 0 ? [t('job.next', { when: clock(nextAt) })] : []),
        ].join(' · ')}
      </p>
    </li>
  )
}
