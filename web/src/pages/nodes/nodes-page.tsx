import '../../forms/mantine-styles.ts'
import { Suspense } from 'react'
import type { Node } from '#contract/node.ts'
import { CapDrawer } from '../../caps/cap-drawer.tsx'
import { useCommands } from '../../commands/use-commands.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useApp } from '../../services.tsx'
import { RowMenu } from '../../table/row-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { NodesIcon, PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { AdoptPlan } from './adopt-drawer.tsx'
import { NodeDetails } from './node-details.tsx'
import { NodeFormFields } from './node-form.tsx'
import { NodesTable } from './nodes-table.tsx'
import { TrendsOfNodes } from './trends.tsx'
import { type NodeActions, useNodeActions } from './use-node-actions.tsx'
import { useNodeMenu } from './use-node-menu.ts'
import { useNodes } from './use-nodes.ts'

/** Other panels that this one manages. */
export function NodesPage() {
  const { t, router } = useApp()
  const list = useNodes()
  const actions = useNodeActions()
  const create = () => router.setParams({ new: 'node' }, 'push')
  useCommands(t('nodes.title'), [
    { id: 'shell.nodesNew', label: t('shell.nodesNew'), keys: 'n', icon: PlusIcon, run: create },
  ])
  const add = <Button label={t('shell.nodesNew')} primary icon={PlusIcon} onClick={create} />
  const empty = list.data?.length === 0
  const cores = (
    <Button label={t('nodes.cores')} onClick={() => router.setParams({ cores: 'update' }, 'push')} />
  )
  return (
    <Page
      title={t('nodes.title')}
      wide
      actions={
        !empty && (
          <>
            {cores}
            {add}
          </>
        )
      }
    >
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

const CoresOfNodes = lazyWithWords(() => import('./cores-drawer.tsx'), 'CoresOfNodes', 'node-cores')

/**
 * `?n=<id>` opens a node, `?new=node` adds one, `?adopt=<id>` shows what it has already, `?cap=<id>` its monthly cap and
 * cost, `?cores=update` their cores.
 */
function NodeDrawers({ all, actions }: { all: readonly Node[]; actions: NodeActions }) {
  const { t } = useApp()
  const menu = useNodeMenu(actions)
  const find = (id: string) => all.find((node) => String(node.id) === id)
  return (
    <>
      <SideDrawer
        param="n"
        title={(id) => <bdi>{find(id)?.name ?? t('nodes.title')}</bdi>}
        actions={(id) => {
          const node = find(id)
          return node && <RowMenu label={t('table.menu', { name: node.name })} entries={() => menu(node)} />
        }}
      >
        {(id, close) => {
          const node = find(id)
          if (!node) return <p>{t('nodes.gone')}</p>
          return (
            <div className="shrinkingStack16">
              <NodeDetails node={node} actions={actions} />
              <NodeFormFields key={id} node={node} close={close} />
            </div>
          )
        }}
      </SideDrawer>
      <SideDrawer
        param="adopt"
        title={(id) => <bdi>{t('join.adoptTitle', { name: find(id)?.name ?? '' })}</bdi>}
      >
        {(id, close) => {
          const node = find(id)
          return node ? <AdoptPlan key={id} node={node} close={close} /> : <p>{t('nodes.gone')}</p>
        }}
      </SideDrawer>
      <CapDrawer title={t('nodes.cap')} read={(id) => ({ kind: 'node', id: Number(id) })} />
      <SideDrawer param="cores" title={() => t('nodes.cores')}>
        {() => (
          <Suspense>
            <CoresOfNodes />
          </Suspense>
        )}
      </SideDrawer>
      <SideDrawer param="new" title={() => t('shell.nodesNew')}>
        {(_, close) => <NodeFormFields node={undefined} close={close} />}
      </SideDrawer>
    </>
  )
}
