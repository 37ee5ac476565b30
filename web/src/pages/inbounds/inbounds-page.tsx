import '../../forms/mantine-styles.ts'
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InboundsIcon, PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { useVerbs } from '../../verbs/use-verbs.ts'
import { EditorDrawers } from './editor-drawers.tsx'
import styles from './inbounds.module.css'
import { InboundsTable } from './inbounds-table.tsx'
import { useInboundDeeds } from './use-inbound-deeds.ts'
import { useInboundList, useOnline } from './use-inbounds.ts'

export function InboundsPage() {
  const { t } = useTranslation()
  const { place } = useServices()
  const list = useInboundList()
  const online = useOnline()
  const all = list.data ?? []
  const deeds = useInboundDeeds(all, online)
  const field = useRef<HTMLInputElement>(null)
  const create = () => place.setParams({ new: 'inbound' }, 'push')
  useVerbs(t('inbounds.title'), [
    { id: 'inbounds.new', label: t('inbounds.new'), keys: 'n', icon: PlusIcon, run: create },
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
    <Button className={empty ? '' : (styles.add ?? '')} leftSection={<PlusIcon size={16} />} onClick={create}>
      {t('inbounds.new')}
    </Button>
  )
  return (
    <Page title={t('inbounds.title')} wide actions={!empty && add}>
      <Loaded query={list} rows={6}>
        {() =>
          empty ? (
            <EmptyState
              icon={InboundsIcon}
              title={t('inbounds.emptyTitle')}
              text={t('inbounds.emptyText')}
              action={add}
            />
          ) : (
            <InboundsTable all={all} online={online} deeds={deeds} field={field} />
          )
        }
      </Loaded>
      {list.data && <EditorDrawers all={list.data} deeds={deeds} online={online} />}
    </Page>
  )
}
