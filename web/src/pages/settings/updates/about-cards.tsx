import { Alert } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { UpdatePlan, UpdateRunView, UpdateState } from '#contract/updates.ts'
import { endpoints, keyOf, useCall, useRefresh, useReply } from '../../../api/endpoints.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/link.tsx'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { Failed, Loaded } from '../../../ui/states.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import styles from '../backup/backup.module.css'
import { Card } from '../card.tsx'
import security from '../security.module.css'
import type { SettingWords } from '../words.ts'
import own from './updates.module.css'

const againMs = 1_000

/** The panel does not respond while the new version starts: the last reply is shown until the next one arrives. */
const isGoingOn = (state: UpdateState | undefined) => state?.run?.finishedAt === 0

/** The section About beside its settings. */
export const AboutCards = ({ words }: { words: SettingWords }) => (
  <>
    <UpdateCard words={words} />
    <AboutPanel words={words} />
  </>
)

/** Whether there is a newer version, what it would do, and how that went. */
function UpdateCard({ words }: { words: SettingWords }) {
  const state = useReply(endpoints.updates.state, {
    staleTime: 0,
    retry: true,
    refetchInterval: ({ state: { data } }) => (isGoingOn(data) ? againMs : false),
  })
  return (
    <Card id="updates" words={words}>
      <Loaded query={state} rows={3}>
        {(found) => <Body state={found} />}
      </Loaded>
    </Card>
  )
}

function Body({ state }: { state: UpdateState }) {
  const { t, measures, queries } = useApp()
  const say = useSayCoded(state.errorCoded)
  // The page was loaded from the version before: what it loads later is not there any more.
  const seen = useRef(state.currentVersion)
  const check = useCall(endpoints.updates.check, {
    onSuccess: (found) => queries.setQueryData(keyOf(endpoints.updates.state), found),
  })
  const start = useCall(endpoints.updates.start, { onSuccess: useRefresh(endpoints.updates.state) })
  if (state.mode !== 'package')
    return <p className="prose90">{t(state.mode === 'source' ? 'updates.fromSource' : 'updates.alone')}</p>
  const isBusy = isGoingOn(state)
  const version = state.currentVersion
  const none = t(state.checkedAt === 0 ? 'updates.notLooked' : 'updates.newest', { version })
  const found = t('updates.available', { version: state.latestVersion, current: version })
  const newer = state.url === '' ? t('updates.noList') : state.latestVersion === '' ? none : found
  const look = <Button label={t('updates.look')} call={check} />
  return (
    <div className="column16">
      <p className="prose90" role="status">
        {newer}{' '}
        {state.checkedAt > 0 && (
          <span className="dim85">{t('updates.looked', { when: measures.moment(state.checkedAt) })}</span>
        )}
      </p>
      {state.error !== '' && (
        <Alert color="red" title={t('updates.lookFailed')}>
          <p dir="auto">{say(state.errorCoded, state.error)}</p>
        </Alert>
      )}
      {state.run && <RunView run={state.run} />}
      {start.error && <Failed error={start.error} title={t('updates.notStarted')} />}
      {seen.current !== state.currentVersion && (
        <div className={styles.buttons}>
          <Button label={t('updates.reload')} primary onClick={() => window.location.reload()} />
        </div>
      )}
      {state.latestVersion !== '' && !isBusy && (
        <UpdatePlanView
          version={state.latestVersion}
          isStarting={start.isPending}
          onStart={() => start.mutate({ body: { version: state.latestVersion } })}
        >
          {look}
        </UpdatePlanView>
      )}
      {state.latestVersion === '' && state.url !== '' && !isBusy && (
        <div className={styles.buttons}>{look}</div>
      )}
    </div>
  )
}

const going = {
  download: 'updates.stepDownload',
  unpack: 'updates.stepUnpack',
  backup: 'updates.stepBackup',
  'hand-over': 'updates.stepHandOver',
  trial: 'updates.stepTrial',
} as const satisfies Partial<Record<UpdateRunView['step'], PlainKey>>

/** The running update, or the result of the last one. */
function RunView({ run }: { run: UpdateRunView }) {
  const { t, measures } = useApp()
  const say = useSayCoded(run.reasonCoded)
  const { step, from, to, percent, reason, reasonCoded, finishedAt } = run
  if (step === 'done')
    return (
      <p className="dim85">
        {t('updates.done', { from, to })} {measures.moment(finishedAt)}
      </p>
    )
  if (step === 'failed' || step === 'rolled-back')
    return (
      <Alert
        color={step === 'failed' ? 'yellow' : 'red'}
        role="status"
        title={t(step === 'failed' ? 'updates.failed' : 'updates.rolledBack', { to, from })}
      >
        <p dir="auto">{say(reasonCoded, reason)}</p>
        <p className="dim85">{measures.moment(finishedAt)}</p>
      </Alert>
    )
  return (
    <div className="column16" role="status">
      <p className="prose90">
        <strong>{t('updates.going', { to })}</strong> {t(going[step])}
      </p>
      {step === 'download' && <Meter share={percent / 100} label={t('updates.stepDownload')} />}
    </div>
  )
}

interface Props {
  version: string
  isStarting: boolean
  onStart(): void
  /** Other buttons of the card. */
  children: ReactNode
}

/** What the update would do, and the button that does it. */
function UpdatePlanView({ version, isStarting, onStart, children }: Props) {
  const { t } = useApp()
  const plan = useReply(endpoints.updates.plan, { query: { version }, staleTime: 0 })
  return (
    <Loaded query={plan} rows={3}>
      {(found) =>
        found && (
          <>
            <Effects plan={found} />
            <div className={styles.buttons}>
              <Button
                label={t('updates.start', { version: found.to })}
                primary
                loading={isStarting}
                onClick={onStart}
              />
              {children}
            </div>
          </>
        )
      }
    </Loaded>
  )
}

function Effects({ plan }: { plan: UpdatePlan }) {
  const { t, measures } = useApp()
  return (
    <>
      {plan.releases.map(({ version, date, notes }) => (
        <div key={version}>
          <p className="strong">
            <bdi>{version}</bdi> <span className="dim85">{date}</span>
          </p>
          {/* In the language of whoever wrote the release. */}
          <ul className={own.list} dir="auto">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      ))}
      <ul className={own.list}>
        <li>{t('updates.planDownload', { size: measures.bytes(plan.downloadBytes) })}</li>
        <li>{t('updates.planBackup')}</li>
        <li>{t(plan.migrates ? 'updates.planTables' : 'updates.planNoTables')}</li>
        <li>{t(plan.coreRestarts ? 'updates.planCoreRestarts' : 'updates.planCore')}</li>
        <li>{t('updates.planTrial')}</li>
      </ul>
    </>
  )
}

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** Version information for problem reports. */
export function AboutPanel({ words }: { words: SettingWords }) {
  const { t, measures } = useApp()
  const now = useMinute()
  const about = useReply(endpoints.backup.about, { staleTime: 0 })
  return (
    <Card id="about" words={words}>
      <Loaded query={about} rows={5}>
        {({ version, coreVersion, nodeVersion, platform, licence, database, startedAt }) => (
          <>
            <dl className={security.facts}>
              <Fact name={t('about.panel')}>Sluice {version}</Fact>
              <Fact name={t('about.core')}>
                {coreVersion === 'Unknown' ? t('about.noCore') : `Xray ${coreVersion}`}
              </Fact>
              <Fact name={t('about.database')}>
                {engines[database.engine]} {database.version} · {measures.bytes(database.bytes)}
              </Fact>
              <Fact name={t('about.runtime')}>
                Node.js {nodeVersion} · {platform}
              </Fact>
              <Fact name={t('about.uptime')}>
                {measures.duration(Math.max(0, Math.floor((now - startedAt) / 1000)))}
              </Fact>
              <Fact name={t('about.licence')}>{licence}</Fact>
            </dl>
            <p className="intro">{t('about.docs')}</p>
            <Link to={paths.health} className={security.link}>
              {t('nav.health')}
            </Link>{' '}
            <Link to={paths.apiDocs} className={security.link}>
              {t('shell.docsTitle')}
            </Link>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
