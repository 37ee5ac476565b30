import { Suspense } from 'react'
import type { CoreStatus } from '#contract/status.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useCell } from '../../ui/cell.ts'
import { PowerIcon, RenewIcon } from '../../ui/icons.tsx'
import { Meter } from '../../ui/meter.tsx'
import { useSayNotice } from '../../ui/say-error.ts'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import styles from './core-card.module.css'
import { type CoreActions, neverRan } from './use-core-actions.ts'

function useWords(core: CoreStatus): { tone: 'none' | 'good' | 'warn' | 'bad'; state: string; text: string } {
  const { t, measures } = useApp()
  const { version, state, uptime = 0 } = core
  if (neverRan(core)) return { tone: 'none', state: t('home.coreNone'), text: t('home.coreNoneText') }
  // Its cause is among the findings at the top of the page.
  if (state === 'error') return { tone: 'bad', state: t('home.coreError'), text: t('home.coreErrorText') }
  if (state === 'stop')
    return { tone: 'warn', state: t('home.coreStopped'), text: t('home.coreStoppedText', { version }) }
  const time = measures.duration(uptime)
  return { tone: 'good', state: t('home.coreRunning'), text: t('home.coreRunningText', { version, time }) }
}

export function CoreCard({ core, actions }: { core: CoreStatus; actions: CoreActions }) {
  const { t, measures, work, router } = useApp()
  const going = useCell(work.now)
  const words = useWords(core)
  const say = useSayNotice(going)
  return (
    <Card className="stack12" data-tone={words.tone} label={t('home.core')}>
      <div className={styles.head}>
        <span className={styles.dot} />
        <div className={styles.body}>
          <h2 className="cardTitle">{words.state}</h2>
          <p className={styles.text}>{words.text}</p>
        </div>
        <div className="wrap8">
          <Button
            label={t('home.coreVersion')}
            size="sm"
            onClick={() => router.setParams({ [versionParam]: 'version' }, 'push')}
          />
          {/* If it is not running, the button is at the top of the page, with the error. */}
          {core.state === 'running' && <Buttons actions={actions} />}
        </div>
      </div>
      {going && (
        <div className={styles.work}>
          <p>
            <bdi>{say(going, 'message')}</bdi> <span>{measures.percent(going.percent ?? 0)}</span>
          </p>
          <Meter share={(going.percent ?? 0) / 100} label={t('home.installing')} />
        </div>
      )}
      {actions.trouble && (
        <p role="alert" className={styles.trouble} dir="auto">
          {actions.trouble}
        </p>
      )}
    </Card>
  )
}

const verbs = [
  { verb: 'restart', Icon: RenewIcon },
  { verb: 'stop', Icon: PowerIcon },
] as const

function Buttons({ actions }: { actions: CoreActions }) {
  const { t } = useApp()
  return verbs.map(({ verb, Icon }) => (
    <Button
      key={verb}
      label={t(`home.${verb}`)}
      size="sm"
      disabled={actions.busy !== undefined}
      loading={actions.busy === verb}
      icon={Icon}
      onClick={() => void actions[verb]()}
    />
  ))
}

const CoreVersions = lazyWithWords(() => import('./core-versions.tsx'), 'CoreVersions', 'core-update')

const versionParam = 'core'

/** `?core=version`. The list is loaded when the drawer opens: the first page must stay small. */
export function CoreVersionDrawer() {
  const { t } = useApp()
  return (
    <SideDrawer param={versionParam} title={() => t('home.coreVersion')}>
      {(_, close) => (
        <Suspense>
          <CoreVersions onDone={close} />
        </Suspense>
      )}
    </SideDrawer>
  )
}
