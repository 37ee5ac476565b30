import { muteReason } from '#domain/outbounds/probe-config.ts'
import { moveOutbound, outboundsOf } from '#domain/outbounds/template-outbounds.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import type { MenuEntry } from '../../../table/row-menu.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import {
  CopyIcon,
  DownIcon,
  EditIcon,
  PlayIcon,
  ResetIcon,
  StarIcon,
  TrashIcon,
  UpIcon,
} from '../../../ui/icons.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { useDraft } from '../draft/draft.tsx'
import { useRemoval } from './removal.tsx'
import type { OutboundRow } from './rows.ts'
import type { OutboundTests } from './tests.ts'

/** The actions of one outbound. Moving and deleting change the draft; testing and resetting are immediate. */
export function useOutboundMenu(tests: OutboundTests): (row: OutboundRow) => MenuEntry[] {
  const { t } = useTranslation()
  const { place, api, queries, toasts } = useServices()
  const { template, change } = useDraft()
  const remove = useRemoval()
  const last = outboundsOf(template).length - 1

  async function reset({ tag }: OutboundRow) {
    try {
      await api.call(endpoints.outbounds.resetTraffic, { body: { tag } })
      await queries.invalidateQueries({ queryKey: [endpoints.outbounds.traffic.path] })
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('outbounds.notDone', { reason: sayError(t, error) }) })
    }
  }
  async function copy({ outbound, tag }: OutboundRow) {
    if (await copyText(JSON.stringify(outbound, null, 2)))
      toasts.show({ tone: 'good', text: t('outbounds.copied', { tag }) })
  }
  const moving = (index: number): MenuEntry[] => {
    const move = (to: number) => () => change((draft) => moveOutbound(draft, index, to))
    const atTop = index === 0 ? { why: t('outbounds.isFirst') } : {}
    const atEnd = index === last ? { why: t('outbounds.isLast') } : {}
    return [
      { label: t('outbounds.makeDefault'), icon: StarIcon, apart: true, run: move(0), ...atTop },
      { label: t('outbounds.up'), icon: UpIcon, run: move(index - 1), ...atTop },
      { label: t('outbounds.down'), icon: DownIcon, run: move(index + 1), ...atEnd },
    ]
  }
  return (row) => {
    const { index, up, down } = row
    const shared: MenuEntry[] = [
      {
        label: t('outbounds.testOne'),
        icon: PlayIcon,
        ...(muteReason(row.outbound) !== undefined && { why: t('outbounds.mute') }),
        run: () => void tests.test([row]),
      },
      { label: t('outbounds.copy'), icon: CopyIcon, run: () => void copy(row) },
      {
        label: t('outbounds.reset'),
        icon: ResetIcon,
        ...(up + down === 0 && { why: t('outbounds.resetNothing') }),
        run: () => void reset(row),
      },
    ]
    if (index === undefined) return shared
    return [
      { label: t('outbounds.edit'), icon: EditIcon, run: () => place.setParams({ o: row.key }, 'push') },
      ...shared,
      ...moving(index),
      {
        label: t('outbounds.delete'),
        icon: TrashIcon,
        danger: true,
        apart: true,
        ...(last === 0 && { why: t('outbounds.onlyOne') }),
        run: () => void remove(row),
      },
    ]
  }
}
