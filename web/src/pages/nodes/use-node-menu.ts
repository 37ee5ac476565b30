import type { Node } from '#contract/node.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { useServices } from '../../services.tsx'
import type { MenuEntry } from '../../table/row-menu.tsx'
import { DownloadIcon, EditIcon, InboundsIcon, PowerIcon, RenewIcon, TrashIcon } from '../../ui/icons.tsx'
import type { NodeActions } from './use-node-actions.ts'

/** The actions of one node, for its row and its drawer. */
export function useNodeMenu(actions: NodeActions): (node: Node) => MenuEntry[] {
  const { t } = useTranslation()
  const { place } = useServices()
  return (node) => [
    {
      label: t('nodes.edit'),
      icon: EditIcon,
      run: () => place.setParams({ n: String(node.id) }, 'push'),
    },
    {
      label: t('nodes.showInbounds'),
      icon: InboundsIcon,
      ...(node.inboundCount === 0 && { why: t('nodes.noInbounds') }),
      run: () => place.go(`${paths.inbounds}?q=${encodeURIComponent(node.name)}`),
    },
    {
      label: t('join.adopt'),
      icon: DownloadIcon,
      ...(!node.enable && { why: t('nodes.notAsked') }),
      ...(node.enable && node.status !== 'online' && { why: t('join.adoptOffline') }),
      run: () => place.setParams({ n: undefined, adopt: String(node.id) }, 'push'),
    },
    {
      label: t('nodes.probe'),
      icon: RenewIcon,
      apart: true,
      ...(!node.enable && { why: t('nodes.notAsked') }),
      run: () => void actions.probe(node),
    },
    {
      label: t(node.enable ? 'nodes.disable' : 'nodes.enable'),
      icon: PowerIcon,
      run: () => void actions.setEnable(node, !node.enable),
    },
    {
      label: t('nodes.delete'),
      icon: TrashIcon,
      danger: true,
      apart: true,
      run: () =>
        void actions.remove(node).then((gone) => {
          if (gone) place.setParams({ n: undefined })
        }),
    },
  ]
}
