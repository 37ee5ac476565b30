import '../../forms/mantine-styles.ts'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NodesIcon, PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { useVerbs } from '../../verbs/use-verbs.ts'
import { NodeDrawers } from './node-drawers.tsx'
import { NodesTable } from './nodes-table.tsx'
import { TrendsOfNodes } from './trends.tsx'
import { useNodeActions } from './use-node-actions.ts'
import { useNodes } from './use-nodes.ts'

/** Other panels that this one manages. */
export function NodesPage() {
  const { t } = useTranslation()
  const { place } = useServices()
  const list = useNodes()
  const actions = useNodeActions()
  const create = () => place.setParams({ new: 'node' }, 'push')
  useVerbs(t('nodes.title'), [
    { id: 'shell.nodesNew', label: t('shell.nodesNew'), keys: 'n', icon: PlusIcon, run: create },
  ])
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={create}>
      {t('shell.nodesNew')}
    </Button>
  )
  const empty = list.data?.length === 0
  return (
    <Page title={t('nodes.title')} wide actions={!empty && add}>
      <TrendsOfNodes>
        <Loaded query={list} rows={4}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                icon={NodesIcon}
                title={t('nodes.emptyTitle')}
                text={t('nodes.emptyText')}
                action={add}
              />
            ) : (
              <NodesTable all={all} actions={actions} />
            )
          }
        </Loaded>
        {list.data && <NodeDrawers all={list.data} actions={actions} />}
      </TrendsOfNodes>
    </Page>
  )
}
