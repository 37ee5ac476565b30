import '../../forms/mantine-styles.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import type { InboundOption } from '#contract/inbound.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { paths } from '../../paths.ts'
import { useParam } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { ClientsIcon, DownloadIcon, MoreIcon, PlanIcon, PlusIcon, UploadIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { sayError } from '../../ui/say-error.ts'
import { EmptyState, Failed } from '../../ui/states.tsx'
import { ClientDrawer } from './client-drawer.tsx'
import { csvOf } from './clients-csv.ts'
import { ClientsTable } from './clients-table.tsx'
import {
  allMatching,
  type ListQuery,
  useClientInbounds,
  useClientRows,
  useListQuery,
  useSeen,
} from './use-clients.ts'

const ClientDialogs = lazyWithWords(() => import('./client-dialogs.tsx'), 'ClientDialogs')

export function ClientsPage() {
  const { t, router } = useApp()
  const list = useListQuery()
  const rows = useClientRows(list.query)
  const seen = useSeen()
  const inbounds = useClientInbounds()
  const field = useRef<HTMLInputElement>(null)
  const open = (what: string) => () => router.setParams({ new: what }, 'push')
  useCommands(t('clients.title'), [
    { id: 'shell.clientsNew', label: t('shell.clientsNew'), keys: 'n', icon: PlusIcon, run: open('client') },
    {
      id: 'clients.many',
      label: t('many.title'),
      icon: PlusIcon,
      words: 'bulk create several',
      run: open('many'),
    },
    { id: 'clients.import', label: t('clientImport.title'), icon: UploadIcon, run: open('import') },
    {
      id: 'clients.search',
      label: t('clients.search'),
      keys: '/',
      keyOnly: true,
      run: () => field.current?.focus(),
    },
  ])

  const { head } = rows
  const empty = head.data?.total === 0
  const add = (
    <Button
      label={t('shell.clientsNew')}
      primary
      className={empty ? '' : 'wideButton'}
      icon={PlusIcon}
      onClick={open('client')}
    />
  )
  return (
    <Page
      title={t('clients.title')}
      wide
      actions={
        <>
          <Button
            label={t('plansPage.title')}
            className="wideButton"
            icon={PlanIcon}
            onClick={() => router.go(paths.plans)}
          />
          {!empty && add}
          <MoreMenu query={list.query} inbounds={inbounds} />
        </>
      }
    >
      {head.error && !head.data && <Failed error={head.error} retry={() => void head.refetch()} />}
      {empty ? (
        <EmptyState
          icon={ClientsIcon}
          title={t('clients.emptyTitle')}
          text={t('clients.emptyText')}
          action={add}
        />
      ) : (
        !(head.error && !head.data) && (
          <ClientsTable list={list} rows={rows} seen={seen} inbounds={inbounds} field={field} />
        )
      )}
      <ClientDrawer seen={seen} neighbour={rows.neighbour} />
      <Dialogs />
    </Page>
  )
}

/** Loaded when one of them is first asked for, and kept for its closing animation. */
function Dialogs() {
  const isAsked = [useParam('new'), useParam('renew')].some((value) => value !== '')
  const [isUsed, setUsed] = useState(isAsked)
  if (isAsked && !isUsed) setUsed(true)
  return isUsed ? (
    <Suspense>
      <ClientDialogs />
    </Suspense>
  ) : null
}

/** Rarely used actions for the whole page. */
function MoreMenu({ query, inbounds }: { query: ListQuery; inbounds: readonly InboundOption[] }) {
  const { t, api, queries, router, toasts } = useApp()
  async function exportView() {
    try {
      const clients = await allMatching(api, queries, query)
      saveFile('clients.csv', csvOf(clients, inbounds), 'text/csv')
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('clients.actionFailed', { reason: sayError(t, error) }) })
    }
  }
  const open = (what: string) => () => router.setParams({ new: what }, 'push')
  const items = [
    { word: 'many.title', icon: PlusIcon, run: open('many') },
    { word: 'clientImport.title', icon: UploadIcon, run: open('import') },
    { word: 'more.export', icon: DownloadIcon, run: exportView },
    { word: 'plansPage.title', icon: PlanIcon, run: () => router.go(paths.plans) },
  ] as const
  return (
    <Menu width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('more.title')}>
          <MoreIcon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ word, icon: Icon, run }) => (
          <Menu.Item key={word} leftSection={<Icon size={16} />} onClick={run}>
            {t(word)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
