import '../../forms/mantine-styles.ts'
import { Tabs } from '@mantine/core'
import { useParam } from '../../router/use-url-state.ts'
import { useApp, useServices } from '../../services.tsx'
import { useCell } from '../../ui/cell.ts'
import { ActivityIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import styles from './activity.module.css'
import { AuditTrail } from './audit-trail.tsx'
import { Background } from './background.tsx'
import { CoreLog } from './core-log.tsx'
import { PanelLog } from './panel-log.tsx'

const views = {
  changes: { label: 'activity.changes', Body: AuditTrail },
  background: { label: 'activity.background', Body: Background },
  messages: { label: 'activity.messages', Body: PastMessages },
  panel: { label: 'activity.panelLog', Body: PanelLog },
  core: { label: 'activity.coreLog', Body: CoreLog },
} as const
type View = keyof typeof views
const names = Object.keys(views) as View[] // exactly the keys above

/** `?view=panel`. Each view has its own filters, which are dropped with it. */
export function ActivityPage() {
  const { t, router } = useApp()
  const given = useParam('view')
  const view = names.find((name) => name === given) ?? 'changes'
  const open = (next: string | null) => {
    const own = [...new URLSearchParams(router.search()).keys()].map((name) => [name, undefined])
    const params = Object.fromEntries(own)
    router.setParams({ ...params, view: next === 'changes' || next === null ? undefined : next }, 'push')
  }
  return (
    <Page title={t('nav.activity')}>
      <Tabs
        value={view}
        onChange={open}
        keepMounted={false}
        classNames={{ list: 'pageTabs', tab: 'pageTab' }}
      >
        <Tabs.List aria-label={t('activity.views')}>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(views[name].label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {names.map((name) => {
          const { Body } = views[name]
          return (
            <Tabs.Panel key={name} value={name} pt="md">
              <Body />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Page>
  )
}

const tones = { good: 'good', info: 'calm', warn: 'warn', bad: 'bad' } as const

/** The toasts that were shown since the page was loaded. */
function PastMessages() {
  const { t, measures } = useApp()
  const past = useCell(useServices().toasts.past)
  if (past.length === 0)
    return <EmptyState icon={ActivityIcon} title={t('message.noneTitle')} text={t('message.noneText')} />
  return (
    <ul className={styles.trail}>
      {past.map(({ id, at, text, tone }) => (
        <li key={id} className={styles.entry}>
          <div className={styles.beside}>
            <div className="breakAnywhere" dir="auto">
              {text}
            </div>
            <StatusWord tone={tones[tone]} word={t(`message.${tone}`)} />
          </div>
          <time className={styles.dim} dateTime={new Date(at).toISOString()}>
            {measures.moment(at)}
          </time>
        </li>
      ))}
    </ul>
  )
}
