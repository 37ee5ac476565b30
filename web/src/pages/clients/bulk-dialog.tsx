import { Autocomplete, Button, Modal, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import styles from './bulk.module.css'
import { inboundName } from './inbound-name.ts'
import { useInbounds } from './use-clients.ts'
import { useDeeds } from './use-deeds.ts'

export type BulkAction = 'extend' | 'group' | 'attach' | 'detach'

interface Props {
  open: { action: BulkAction; targets: ClientSlim[] } | undefined
  onlineOf(targets: readonly ClientSlim[]): number
  onClose(): void
}

const titles = {
  extend: 'bulk.extendTitle',
  group: 'bulk.groupTitle',
  attach: 'bulk.attachTitle',
  detach: 'bulk.detachTitle',
} as const satisfies Record<BulkAction, string>

/** The deeds that need one more word: how many days, which group, which inbounds. With what will come of it. */
export function BulkDialog({ open, onlineOf, onClose }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(open)
  useEffect(() => {
    if (open) setShown(open)
  }, [open])
  const current = open ?? shown
  return (
    <Modal
      opened={open !== undefined}
      onClose={onClose}
      title={current && t(titles[current.action], { count: current.targets.length })}
      classNames={{ title: styles.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      centered
    >
      {current && <Body {...current} onlineOf={onlineOf} onClose={onClose} />}
    </Modal>
  )
}

type BodyProps = { action: BulkAction; targets: ClientSlim[] } & Omit<Props, 'open'>

function Body({ action, targets, onlineOf, onClose }: BodyProps) {
  const { t } = useTranslation()
  const { api } = useServices()
  const deeds = useDeeds()
  const inbounds = useInbounds()
  const { data: groups = [] } = useQuery(replyOf(api, endpoints.groups))
  const [days, setDays] = useState<string | number>(30)
  const [group, setGroup] = useState('')
  const [ids, setIds] = useState<string[]>([])
  const endless = targets.filter(({ expiryTime }) => expiryTime === 0).length
  const leaving = targets.filter(({ inboundIds }) => inboundIds.some((id) => ids.includes(String(id))))
  const stranded = leaving.filter(({ inboundIds }) =>
    inboundIds.every((id) => ids.includes(String(id))),
  ).length

  const previews = {
    extend: endless > 0 ? t('bulk.extendSkips', { count: endless }) : '',
    group: '',
    attach: '',
    detach:
      ids.length > 0
        ? t('bulk.detachHits', { count: leaving.length, stranded, online: onlineOf(leaving) })
        : '',
  } satisfies Record<BulkAction, string>
  const run = {
    extend: () => deeds.extend(targets, Number(days)),
    group: () => deeds.setGroup(targets, group.trim()),
    attach: () => deeds.attach(targets, ids.map(Number)),
    detach: () => deeds.detach(targets, ids.map(Number)),
  } satisfies Record<BulkAction, () => Promise<boolean>>
  const ready = { extend: Number(days) !== 0, group: true, attach: ids.length > 0, detach: ids.length > 0 }[
    action
  ]
  const verbs = {
    extend: t('bulk.extend'),
    group: group.trim() === '' ? t('bulk.groupNone') : t('bulk.groupVerb'),
    attach: t('bulk.attach'),
    detach: t('bulk.detach'),
  } satisfies Record<BulkAction, string>

  return (
    <form
      className={styles.body}
      onSubmit={async (event) => {
        event.preventDefault()
        if (ready && (await run[action]())) onClose()
      }}
    >
      {action === 'extend' && (
        <NumberInput
          label={t('bulk.days')}
          description={t('bulk.daysHint')}
          value={days}
          onChange={setDays}
          min={-3650}
          max={36_500}
          allowDecimal={false}
          data-autofocus
        />
      )}
      {action === 'group' && (
        <Autocomplete
          label={t('clients.group')}
          description={t('bulk.groupHint')}
          value={group}
          onChange={setGroup}
          data={groups.map(({ name }) => name)}
          data-autofocus
        />
      )}
      {(action === 'attach' || action === 'detach') && (
        <ChoiceChips
          many
          name="inboundIds"
          legend={t('clients.inbounds')}
          value={ids}
          onChange={setIds}
          options={inbounds.map((inbound) => ({
            value: String(inbound.id),
            label: <bdi>{inboundName(inbound)}</bdi>,
          }))}
        />
      )}
      <p role="status" className={styles.preview}>
        {previews[action]}
      </p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('confirm.cancel')}
        </Button>
        <Button type="submit" disabled={!ready}>
          {verbs[action]}
        </Button>
      </div>
    </form>
  )
}
