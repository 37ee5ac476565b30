import type { Inbound } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { useApp } from '../../services.tsx'
import { deletion, editing, type MenuEntry } from '../../table/row-menu.tsx'
import {
  ClientsIcon,
  CopyIcon,
  DownloadIcon,
  HealthIcon,
  LinkIcon,
  PowerIcon,
  RenewIcon,
  ResetIcon,
  UsageIcon,
} from '../../ui/icons.tsx'
import { isCheckable, useCheckToasts } from './use-check-toasts.ts'
import type { InboundActions } from './use-inbound-actions.ts'

/** The actions of one inbound, for its row and its editor. */
export function useInboundMenu(actions: InboundActions): (inbound: Inbound) => MenuEntry[] {
  const { t, router } = useApp()
  const { checkNow } = useCheckToasts()
  const whyNot = ({ protocol, enable }: Inbound) => {
    if (!carriesClients(protocol)) return { why: t('inbounds.noClients') }
    if (!isCheckable(protocol)) return { why: t('entry.notTried') }
    return enable ? {} : { why: t('entry.isOff') }
  }
  return (inbound) => {
    const { id, enable, up, down } = inbound
    return [
      editing(t('inbounds.edit'), () => router.setParams({ i: String(id) }, 'push')),
      {
        label: t('inbounds.showClients'),
        icon: ClientsIcon,
        ...(!carriesClients(inbound.protocol) && { why: t('inbounds.noClients') }),
        run: () => router.go(`panel/clients?q=inbound:${id}`),
      },
      {
        label: t('shell.addressesTitle'),
        icon: LinkIcon,
        ...(!carriesClients(inbound.protocol) && { why: t('inbounds.noClients') }),
        run: () => router.go(`panel/inbounds?view=addresses&of=${id}`),
      },
      {
        label: t('entry.checkMenu'),
        icon: HealthIcon,
        ...whyNot(inbound),
        run: () => void checkNow(id),
      },
      {
        label: t('inbounds.rotation'),
        icon: RenewIcon,
        ...(!carriesClients(inbound.protocol) && { why: t('inbounds.noClients') }),
        run: () => router.setParams({ i: undefined, rotation: String(id) }, 'push'),
      },
      {
        label: t('inbounds.cap'),
        icon: UsageIcon,
        run: () => router.setParams({ i: undefined, cap: String(id) }, 'push'),
      },
      {
        label: t('inbounds.clone'),
        icon: CopyIcon,
        apart: true,
        run: () => router.setParams({ i: undefined, new: 'inbound', from: String(id) }, 'push'),
      },
      { label: t('inbounds.export'), icon: DownloadIcon, run: () => void actions.download(inbound) },
      {
        label: t('inbounds.reset'),
        icon: ResetIcon,
        ...(up + down === 0 && { why: t('inbounds.resetNothing') }),
        run: () => void actions.reset(inbound),
      },
      {
        label: t(enable ? 'inbounds.off' : 'inbounds.on'),
        icon: PowerIcon,
        run: () => void actions.setEnable(inbound, !enable),
      },
      deletion(
        t('inbounds.delete'),
        () =>
          void actions.remove(inbound).then((gone) => {
            if (gone) router.setParams({ i: undefined })
          }),
      ),
    ]
  }
}
