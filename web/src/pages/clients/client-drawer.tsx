import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { useUrlChoice } from '../../router/use-url-state.ts'
import { useServices } from '../../services.tsx'
import { RowMenu } from '../../table/row-menu.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { AccessPanel } from './access-panel.tsx'
import { ClientDevices } from './client-devices.tsx'
import { ClientDiagnose } from './client-diagnose.tsx'
import styles from './client-drawer.module.css'
import { ClientHistory } from './client-history.tsx'
import { ClientOverview } from './client-overview.tsx'
import { ClientSettings } from './client-settings.tsx'
import type { Seen } from './client-view.ts'
import { useRowMenu } from './use-row-menu.ts'

const tabs = ['overview', 'access', 'devices', 'settings', 'diagnose', 'history'] as const
const labels = {
  overview: 'drawer.overview',
  access: 'drawer.access',
  devices: 'drawer.devices',
  settings: 'drawer.settings',
  diagnose: 'drawer.diagnose',
  history: 'drawer.history',
} as const satisfies Record<(typeof tabs)[number], PlainKey>

/** One client beside the list: `?c=<email>&tab=access`. */
export function ClientDrawer({ seen }: { seen: Seen }) {
  return (
    <SideDrawer
      param="c"
      also={['tab']}
      title={(email) => <bdi>{email}</bdi>}
      actions={(email) => <Menu email={email} seen={seen} />}
    >
      {(email) => <Body key={email} email={email} seen={seen} />}
    </SideDrawer>
  )
}

/** The client as its row has it, with counters that the hub keeps up to date. */
function useClientRow(email: string): ClientSlim | undefined {
  const { api } = useServices()
  const params = { email }
  const record = useQuery(replyOf(api, endpoints.client, { params }))
  const traffic = useQuery(replyOf(api, endpoints.clientTraffic, { params }))
  if (!record.data || !traffic.data) return undefined
  const { client, inboundIds } = record.data
  return { ...client, inboundIds, traffic: traffic.data }
}

function Menu({ email, seen }: { email: string; seen: Seen }) {
  const { t } = useTranslation()
  const row = useClientRow(email)
  const entries = useRowMenu(seen.online)
  return row ? <RowMenu label={t('table.menu', { name: email })} entries={() => entries(row)} /> : null
}

function Body({ email, seen }: { email: string; seen: Seen }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const [tab, setTab] = useUrlChoice('tab', tabs)
  const row = useClientRow(email)
  const record = useQuery(replyOf(api, endpoints.client, { params: { email } }))
  return (
    <Tabs
      value={tab}
      onChange={(next) => setTab(tabs.find((name) => name === next) ?? 'overview')}
      keepMounted={false}
      classNames={{ list: styles.tabs ?? '', tab: styles.tab ?? '' }}
    >
      <Tabs.List aria-label={email}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(labels[name])}
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
        <ClientDevices email={email} />
      </Tabs.Panel>
      <Tabs.Panel value="settings" pt="md">
        <Loaded query={record}>{(found) => <ClientSettings found={found} />}</Loaded>
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
