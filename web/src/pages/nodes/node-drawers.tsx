import type { Node } from '#contract/node.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { RowMenu } from '../../table/row-menu.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { AdoptPlan } from './adopt-drawer.tsx'
import { NodeDetails } from './node-details.tsx'
import { NodeFormFields } from './node-form.tsx'
import styles from './nodes.module.css'
import type { NodeActions } from './use-node-actions.ts'
import { useNodeMenu } from './use-node-menu.ts'

interface Props {
  all: readonly Node[]
  actions: NodeActions
}

/** `?n=<id>` opens a node, `?new=node` adds one, `?adopt=<id>` shows what it has already. */
export function NodeDrawers({ all, actions }: Props) {
  const { t } = useTranslation()
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
            <div className={styles.drawer}>
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
      <SideDrawer param="new" title={() => t('shell.nodesNew')}>
        {(_, close) => <NodeFormFields node={undefined} close={close} />}
      </SideDrawer>
    </>
  )
}
