import { Tabs } from '@mantine/core'
import { Suspense, useEffect, useRef } from 'react'
import type { AuditEntry } from '#contract/audit-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useUrlChoice } from '../../router/use-url-state.ts'
import { actorOf } from '../../ui/actor-words.ts'
import { Loaded, LoadedList } from '../../ui/states.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { AccessPanel } from './access-panel.tsx'
import { ClientDiagnose } from './client-diagnose.tsx'
import styles from './client-drawer.module.css'
import { ClientOverview } from './client-overview.tsx'
import type { Seen } from './client-view.ts'
import { useClientRow } from './use-clients.ts'

const ClientDevices = lazyWithWords(
  () => import('./client-devices.tsx'),
  'ClientDevices',
  'policies',
  'devices',
)
const ClientSettings = lazyWithWords(
  () => import('./client-settings.tsx'),
  'ClientSettings',
  'policies',
  'wireguard',
)

const tabs = ['overview', 'access', 'devices', 'settings', 'diagnose', 'history'] as const

/** What there is to know about one client. */
export function ClientTabs({ email, seen }: { email: string; seen: Seen }) {
  const { t } = useTranslation()
  const [tab, setTab] = useUrlChoice('tab', tabs)
  const row = useClientRow(email)
  const list = useRef<HTMLDivElement>(null)
  // The tabs are loaded after the panel has opened, which holds the focus until then.
  useEffect(() => {
    const here = document.activeElement
    if (here !== document.body && !here?.matches('[data-side-panel]')) return
    list.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [])
  const record = useReply(endpoints.clients.get, { params: { email } })
  return (
    <Tabs
      value={tab}
      onChange={(next) => setTab(tabs.find((name) => name === next) ?? 'overview')}
      keepMounted={false}
      classNames={{ list: styles.tabs ?? '', tab: styles.tab ?? '' }}
    >
      <Tabs.List ref={list} aria-label={email}>
        {tabs.map((name) => (
          // The first focus stop: the content, not an action that Enter would run.
          <Tabs.Tab key={name} value={name} data-autofocus={name === tab || undefined}>
            {t(`drawer.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="overview" pt="md">
        <Loaded query={record}>{() => row && <ClientOverview client={row} seen={seen} />}</Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="access" pt="md">
        <AccessPanel email={email} />
      </Tabs.Panel>
      <Tabs.Panel value="devices" pt="md">
        <Suspense fallback={<Waiting />}>
          <ClientDevices email={email} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="settings" pt="md">
        {/* Shown when all of it is loaded: a part that arrives later would move the fields below it under the pointer. */}
        <Suspense fallback={<Waiting />}>
          <Loaded query={record}>{(found) => <ClientSettings found={found} />}</Loaded>
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="diagnose" pt="md">
        <Loaded query={record}>{() => row && <ClientDiagnose client={row} seen={seen} />}</Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="md">
        <ClientHistory email={email} />
      </Tabs.Panel>
    </Tabs>
  )
}

const ActText = lazyWithWords(() => import('../activity/act-text.tsx'), 'ActText', 'acts', 'history')

/** Who did what to this client, newest first. */
function ClientHistory({ email }: { email: string }) {
  const { t } = useTranslation()
  const query = { page: 1, pageSize: 50, client: email }
  const items = useReply(endpoints.audit.list, { query, staleTime: 0, select: ({ items }) => items })
  return (
    <LoadedList query={items} rows={3} none={<p className="dim">{t('clientPast.none')}</p>}>
      {(entry) => <Entry key={entry.id} entry={entry} />}
    </LoadedList>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  return (
    <li className={styles.row}>
      <div>
        <Suspense fallback={null}>
          <ActText entry={entry} />
        </Suspense>
        <bdi className="dim">{actorOf(entry, t)}</bdi>
      </div>
      <span className="dim" title={measures.moment(entry.at)}>
        {measures.fromNow(entry.at, now)}
      </span>
    </li>
  )
}
