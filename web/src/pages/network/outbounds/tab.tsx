import { NativeSelect, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { muteReason } from '#domain/outbounds/probe-config.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import { useCommands } from '../../../commands/use-commands.ts'
import { useUrlState } from '../../../router/use-url-state.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { NetworkIcon, PlayIcon, PlusIcon, SearchIcon } from '../../../ui/icons.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useDraft } from '../draft/draft.tsx'
import { AddOutbounds } from './add.tsx'
import { EditOutbound } from './edit.tsx'
import styles from './outbounds.module.css'
import { matching, rowsOf } from './rows.ts'
import { Subscriptions } from './subscriptions.tsx'
import { OutboundsTable } from './table.tsx'
import { type TestMode, testModes, useOutboundTests } from './tests.ts'

/** From this many outbounds on, a search is useful. */
const MANY = 8
const EVERY_MS = 5_000

export function OutboundsTab() {
  const { t, router } = useApp()
  const { template, about } = useDraft()
  const [q, setQ] = useUrlState('q')
  const traffic = useReply(endpoints.outbounds.traffic, { refetchInterval: EVERY_MS })
  const subs = useReply(endpoints.outbounds.listSubs)
  const rows = useMemo(
    () => rowsOf(template, about.subscriptionOutbounds, traffic.data ?? []),
    [template, about, traffic.data],
  )
  const tests = useOutboundTests(rows)
  const shown = useMemo(() => matching(rows, q), [rows, q])
  const create = () => router.setParams({ new: 'outbound' }, 'push')
  useCommands(t('network.outboundsTitle'), [
    { id: 'outbounds.new', label: t('shell.outboundsAdd'), keys: 'n', icon: PlusIcon, run: create },
    { id: 'outbounds.test', label: t('outbounds.testAll'), icon: PlayIcon, run: () => void testAll() },
  ])
  // Without a server there is nothing to dial.
  const testable = rows.filter(
    ({ outbound, address }) => muteReason(outbound) === undefined && (tests.mode !== 'tcp' || address !== ''),
  )
  const testAll = () => tests.test(testable)
  const ahead = subs.data?.find((sub) => sub.prepend && sub.enabled && sub.outboundCount > 0)
  const add = <Button label={t('shell.outboundsAdd')} primary icon={PlusIcon} onClick={create} />
  return (
    <>
      <div className={styles.tools}>
        <p className={styles.about}>
          {ahead ? t('outbounds.aboutAhead', { name: ahead.remark || ahead.url }) : t('outbounds.about')}
        </p>
        <NativeSelect
          aria-label={t('outbounds.mode')}
          value={tests.mode}
          onChange={(event) => tests.setMode(event.currentTarget.value as TestMode)} // one of the options below
          data={testModes.map((value) => ({ value, label: t(`outbounds.mode.${value}`) }))}
        />
        <Button
          label={t('outbounds.testAll')}
          icon={PlayIcon}
          loading={tests.busy}
          disabled={testable.length === 0}
          onClick={() => void testAll()}
        />
        {rows.length > 0 && add}
      </div>
      {rows.length > MANY && (
        <TextInput
          className={styles.search ?? ''}
          type="search"
          aria-label={t('outbounds.search')}
          placeholder={t('outbounds.search')}
          leftSection={<SearchIcon size={16} />}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon={NetworkIcon}
          title={t('outbounds.emptyTitle')}
          text={t('outbounds.emptyText')}
          action={add}
        />
      ) : shown.length === 0 ? (
        <p className="nothing">{t('outbounds.noMatch')}</p>
      ) : (
        <OutboundsTable rows={shown} tests={tests} first={ahead ? undefined : rows[0]?.key} />
      )}
      <Subscriptions query={subs} />
      <AddOutbounds />
      <EditOutbound rows={rows} />
    </>
  )
}
