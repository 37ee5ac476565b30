import { type ButtonProps, Menu, NumberInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { BulkBar } from '../../table/bulk-bar.tsx'
import type { Selection } from '../../table/use-selection.ts'
import { Button } from '../../ui/button.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { sayError } from '../../ui/say-error.ts'
import styles from './bulk.module.css'
import { type BulkAction, BulkDialog } from './bulk-forms.tsx'
import { previewOf } from './bulk-shell.tsx'
import { appliedLimits, type Plan, usePlans } from './plans.ts'
import { chosenTargets, countOf, type Targets } from './targets.ts'
import { type Limits, useActions } from './use-actions.ts'
import type { ListQuery } from './use-clients.ts'
import { cardsOf, MOST_CARDS, usePrint } from './use-print.tsx'

const GB = 1024 ** 3

interface Props {
  selection: Selection
  matching: number
  query: ListQuery
}

/** Actions on all selected clients; each says who is affected before, and what happened after. */
export function BulkActions({ selection, matching, query }: Props) {
  const { t } = useTranslation()
  const services = useServices()
  const { api, questions, toasts } = services
  const { print, sheet } = usePrint()
  const actions = useActions()
  const [gigabytes, setGigabytes] = useState<string | number>('')
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState<{ action: BulkAction; targets: Targets }>()

  const targets = () => chosenTargets(query, selection)
  async function busily(run: (chosen: Targets) => Promise<unknown>) {
    setBusy(true)
    try {
      await run(targets())
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('clients.actionFailed', { reason: sayError(t, error) }) })
    } finally {
      setBusy(false)
    }
  }

  /** Asks only if the new quota disconnects clients: the change can be undone. */
  const setLimits = (limits: Limits) =>
    busily(async (chosen) => {
      const { totalGB: bytes = 0 } = limits
      const hit = bytes > 0 ? await previewOf(api, chosen, { usedFrom: bytes }) : undefined
      if (hit && hit.used > 0) {
        const title = t('bulk.quotaEnds', { count: hit.used })
        if (!(await questions.ask({ title, verb: t('bulk.limitsVerb'), online: hit.usedOnline }))) return
      }
      await actions.setLimits(chosen, limits)
    })
  const setQuota = (event: FormEvent) => {
    event.preventDefault()
    if (gigabytes !== '') void setLimits({ totalGB: Math.round(Number(gigabytes) * GB) })
  }
  const disable = () =>
    busily(async (chosen) => {
      const { count, online } = await previewOf(api, chosen)
      const title = t('bulk.disableTitle', { count })
      if (await questions.ask({ title, verb: t('verb.disable'), online }))
        await actions.setEnable(chosen, false)
    })
  const reset = () =>
    busily(async (chosen) => {
      const title = t('bulk.resetTitle', { count: countOf(chosen) })
      if (await questions.ask({ title, text: t('verb.resetText'), verb: t('verb.reset') }))
        await actions.resetTraffic(chosen)
    })
  const remove = () =>
    busily(async (chosen) => {
      const { count, online } = await previewOf(api, chosen)
      const title = t('bulk.deleteTitle', { count })
      const question = { title, text: t('verb.deleteText'), verb: t('verb.delete'), online, danger: true }
      if ((await questions.ask(question)) && (await actions.remove(chosen))) selection.clear()
    })
  const printCards = () =>
    busily(async () => {
      if (selection.count > MOST_CARDS)
        return toasts.show({ tone: 'warn', text: t('bulk.printMost', { count: MOST_CARDS }) })
      const cards = await cardsOf(services, query, selection)
      if (cards.length === 0) return toasts.show({ tone: 'warn', text: t('access.noneText') })
      print(cards)
    })
  const show = (action: BulkAction) => setOpen({ action, targets: targets() })
  const size = { size: 'sm', h: 36, variant: 'default', disabled: busy } as const

  return (
    <>
      <BulkBar selection={selection} matching={matching}>
        <form className={styles.quota} onSubmit={setQuota}>
          <NumberInput
            value={gigabytes}
            onChange={setGigabytes}
            min={0}
            max={9_000_000}
            hideControls
            w={112}
            size="sm"
            aria-label={t('bulk.quotaField')}
            placeholder={t('bulk.quotaHint')}
            suffix=" GB"
          />
          <Button label={t('bulk.quotaSet')} {...size} type="submit" disabled={busy || gigabytes === ''} />
        </form>
        <Button label={t('bulk.extend')} {...size} onClick={() => show('extend')} />
        <Button label={t('verb.renew')} {...size} onClick={() => show('renew')} />
        <LimitsMenu {...size} onPick={setLimits} onOther={() => show('limits')} />
        <Menu position="top-end" width={220}>
          <Menu.Target>
            <Button label={<MoreIcon size={18} />} {...size} aria-label={t('bulk.more')} px={10} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => busily((chosen) => actions.setEnable(chosen, true))}>
              {t('verb.enable')}
            </Menu.Item>
            <Menu.Item onClick={disable}>{t('verb.disable')}</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => show('group')}>{t('bulk.group')}</Menu.Item>
            <Menu.Item onClick={() => show('attach')}>{t('bulk.attach')}</Menu.Item>
            <Menu.Item onClick={() => show('detach')}>{t('bulk.detach')}</Menu.Item>
            <Menu.Item onClick={reset}>{t('verb.reset')}</Menu.Item>
            <Menu.Item onClick={printCards}>{t('bulk.print')}</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="var(--bad)" onClick={remove}>
              {t('verb.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </BulkBar>
      {sheet}
      <BulkDialog open={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

interface LimitsMenuProps extends Pick<ButtonProps, 'size' | 'h' | 'variant' | 'disabled'> {
  onPick(limits: Limits): void
  onOther(): void
}

/** Sets the limits of a plan in one click; custom limits open a dialog. */
function LimitsMenu({ onPick, onOther, ...button }: LimitsMenuProps) {
  const { t, measures } = useTranslation()
  const sameLimits = (plan: Plan) => JSON.stringify([plan.name, appliedLimits(plan)])
  const plans = [...new Map(usePlans().map((plan) => [sameLimits(plan), plan])).values()]
  const limitsOf = ({ totalGB, limitIp }: Plan) => {
    const quota = totalGB > 0 ? measures.bytes(totalGB) : t('clients.unlimited')
    const length = limitIp > 0 ? t('bulk.ips', { count: measures.count(limitIp) }) : ''
    return length ? t('plans.both', { quota, length }) : quota
  }
  return (
    <Menu position="top-end" width={260}>
      <Menu.Target>
        <Button label={t('bulk.limits')} {...button} />
      </Menu.Target>
      <Menu.Dropdown>
        {plans.map((plan) => (
          <Menu.Item key={plan.key} onClick={() => onPick(appliedLimits(plan))}>
            {plan.name ? <bdi>{plan.name}</bdi> : limitsOf(plan)}
            {plan.name && <small className={styles.hint}>{limitsOf(plan)}</small>}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onOther}>{t('bulk.limitsOther')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
