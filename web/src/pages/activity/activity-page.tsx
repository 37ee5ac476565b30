import '../../forms/mantine-styles.ts'
import { Tabs } from '@mantine/core'
import { useParam } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Page } from '../../ui/page.tsx'
import { AuditTrail } from './audit-trail.tsx'
import { Background } from './background.tsx'
import { CoreLog } from './core-log.tsx'
import { PanelLog } from './panel-log.tsx'
import { PastMessages } from './past-messages.tsx'

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
