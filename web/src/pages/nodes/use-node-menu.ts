import type { Node } from '#contract/node.ts'
import { paths } from '../../paths.ts'
import { useApp } from '../../services.tsx'
import { deletion, editing, type MenuEntry } from '../../table/row-menu.tsx'
import {
  ClientsIcon,
  DownloadIcon,
  InboundsIcon,
  PowerIcon,
  RenewIcon,
  UpIcon,
  UsageIcon,
} from '../../ui/icons.tsx'
import type { NodeActions } from './use-node-actions.tsx'

type Id = Pick<Node, 'id'>
/** The lists, narrowed to a node. */
export const inboundsOf = ({ id }: Id): string => `${paths.inbounds}?node=${id}`
export const clientsOf = ({ id }: Id): string => `${paths.clients}?q=node:${id}`
export const newInboundOn = ({ id }: Id): string => `${paths.inbounds}?node=${id}&new=inbound`

/** The actions of one node, for its row and its drawer. */
export function useNodeMenu(actions: NodeActions): (node: Node) => MenuEntry[] {
  const { t, router } = useApp()
  return (node) => [
    editing(t('nodes.edit'), () => router.setParams({ n: String(node.id) }, 'push')),
    {
      label: t('nodes.showInbounds'),
      icon: InboundsIcon,
      ...(node.inboundCount === 0 && { why: t('nodes.noInbounds') }),
      run: () => router.go(inboundsOf(node)),
    },
    {
      label: t('nodes.showClients'),
      icon: ClientsIcon,
      ...(node.clientCount === 0 && { why: t('nodes.noInbounds') }),
      run: () => router.go(clientsOf(node)),
    },
    {
      label: t('join.adopt'),
      icon: DownloadIcon,
      ...(!node.enable && { why: t('nodes.notAsked') }),
      ...(node.enable && node.status !== 'online' && { why: t('join.adoptOffline') }),
      run: () => router.setParams({ n: undefined, adopt: String(node.id) }, 'push'),
    },
    {
      label: t('nodes.cap'),
      icon: UsageIcon,
      run: () => router.setParams({ n: undefined, cap: String(node.id) }, 'push'),
    },
    {
      label: t('nodes.probe'),
      icon: RenewIcon,
      apart: true,
      ...(!node.enable && { why: t('nodes.notAsked') }),
      run: () => void actions.probe(node),
    },
    {
      label: t('nodes.update'),
      icon: UpIcon,
      ...(!node.enable && { why: t('nodes.notAsked') }),
      run: () => void actions.update(node),
    },
    {
      label: t(node.enable ? 'nodes.disable' : 'nodes.enable'),
      icon: PowerIcon,
      run: () => void actions.setEnable(node, !node.enable),
    },
    deletion(
      t('nodes.delete'),
      () =>
        void actions.remove(node).then((gone) => {
          if (gone) router.setParams({ n: undefined })
        }),
    ),
  ]
}
