import '../../forms/mantine-styles.ts'
import { Suspense, useRef } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { Segments } from '../../forms/segments.tsx'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useUrlChoice } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { InboundsIcon, NetworkIcon, PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { EditorDrawers } from './editor-drawers.tsx'
import { InboundsTable } from './inbounds-table.tsx'
import { useInboundActions } from './use-inbound-actions.ts'
import { useInboundList, useOnline } from './use-inbounds.ts'

/** The graph is in its own chunk. */
const TopologyView = lazyWithWords(() => import('./topology/topology-view.tsx'), 'TopologyView', 'topology')

const AddressesView = lazyWithWords(
  () => import('./addresses/addresses-view.tsx'),
  'AddressesView',
  'addresses',
  'review',
)

const views = ['list', 'topology', 'addresses'] as const
const viewWords = {
  list: 'inbounds.viewList',
  topology: 'inbounds.viewTopology',
  addresses: 'inbounds.viewAddresses',
} as const

/** `?view=topology` shows where connections go instead of the list, `?view=addresses` what links show instead of the inbounds' own addresses. */
export function InboundsPage() {
  const { t, router } = useApp()
  const list = useInboundList()
  const online = useOnline()
  const all = list.data ?? []
  const actions = useInboundActions(all, online)
  const field = useRef<HTMLInputElement>(null)
  const [view, setView] = useUrlChoice('view', views, { how: 'push' })
  const create = () => router.setParams({ new: 'inbound' }, 'push')
  useCommands(t('inbounds.title'), [
    {
      id: 'shell.inboundsNew',
      label: t('shell.inboundsNew'),
      ...(view !== 'addresses' && { keys: 'n' }), // there it adds an address
      icon: PlusIcon,
      run: create,
    },
    {
      id: 'inbounds.topology',
      label: t(view === 'topology' ? 'inbounds.toList' : 'inbounds.toTopology'),
      keys: 't',
      icon: NetworkIcon,
      run: () => setView(view === 'topology' ? 'list' : 'topology'),
    },
    {
      id: 'inbounds.search',
      label: t('inbounds.search'),
      keys: '/',
      keyOnly: true,
      run: () => field.current?.focus(),
    },
  ])
  const empty = list.data?.length === 0
  const add = (
    <Button
      label={t('shell.inboundsNew')}
      primary
      className={empty ? '' : 'wideButton'}
      icon={PlusIcon}
      onClick={create}
    />
  )
  const switchView = (
    <Segments
      size="sm"
      radius="md"
      aria-label={t('inbounds.view')}
      words={viewWords}
      value={view}
      onChange={setView}
    />
  )
  return (
    <Page
      title={t('inbounds.title')}
      wide
      actions={
        !empty && (
          <>
            {switchView}
            {view !== 'addresses' && add}
          </>
        )
      }
    >
      <Loaded query={list} rows={6}>
        {() =>
          empty ? (
            <EmptyState
              icon={InboundsIcon}
              title={t('inbounds.emptyTitle')}
              text={t('inbounds.emptyText')}
              action={add}
            />
          ) : view === 'topology' ? (
            <Suspense fallback={<Waiting />}>
              <TopologyView all={all} online={online} />
            </Suspense>
          ) : view === 'addresses' ? (
            <Suspense fallback={<Waiting />}>
              <AddressesView inbounds={all} />
            </Suspense>
          ) : (
            <InboundsTable all={all} online={online} actions={actions} field={field} />
          )
        }
      </Loaded>
      {list.data && <EditorDrawers all={list.data} actions={actions} online={online} />}
    </Page>
  )
}
