import { Button, Menu, NumberInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { BulkBar } from '../../table/bulk-bar.tsx'
import type { Selection } from '../../table/use-selection.ts'
import { MoreIcon } from '../../ui/icons.tsx'
import { sayError } from '../../ui/say-error.ts'
import type { Limits } from './action-calls.ts'
import styles from './bulk.module.css'
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx'
import { usedOf } from './client-view.ts'
import { LimitsMenu } from './limits-menu.tsx'
import { chosenClients } from './targets.ts'
import { useActions } from './use-actions.ts'
import type { ListQuery } from './use-clients.ts'

const GB = 1024 ** 3

interface Props {
  selection: Selection
  matching: number
  query: ListQuery
  online: ReadonlySet<string>
}

/** Actions on all selected clients; each says who is affected before, and what happened after. */
export function BulkActions({ selection, matching, query, online }: Props) {
  const { t } = useTranslation()
  const { api, queries, questions, toasts } = useServices()
  const actions = useActions()
  const [gigabytes, setGigabytes] = useState<string | number>('')
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState<{ action: BulkAction; targets: ClientSlim[] }>()

  async function withTargets(run: (targets: ClientSlim[]) => unknown) {
    setBusy(true)
    try {
      await run(await chosenClients(api, queries, query, selection))
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('action.failed', { reason: sayError(t, error) }) })
    } finally {
      setBusy(false)
    }
  }
  const onlineOf = (targets: readonly ClientSlim[]) => targets.filter(({ email }) => online.has(email)).length

  /** Applied at once because it can be undone; asks if the new quota would cut somebody off. */
  const setLimits = (limits: Limits) =>
    withTargets(async (targets) => {
      const { totalGB: bytes = 0 } = limits
      const ended = targets.filter((target) => bytes > 0 && target.enable && usedOf(target) >= bytes)
      const title = t('bulk.quotaEnds', { count: ended.length })
      const hit = { title, verb: t('bulk.limitsVerb'), online: onlineOf(ended) }
      if (ended.length > 0 && !(await questions.ask(hit))) return
      await actions.setLimits(targets, limits)
    })
  const setQuota = (event: FormEvent) => {
    event.preventDefault()
    if (gigabytes !== '') void setLimits({ totalGB: Math.round(Number(gigabytes) * GB) })
  }
  const disable = () =>
    withTargets(async (targets) => {
      const title = t('bulk.disableTitle', { count: targets.length })
      if (await questions.ask({ title, verb: t('verb.disable'), online: onlineOf(targets) }))
        await actions.setEnable(targets, false)
    })
  const reset = () =>
    withTargets(async (targets) => {
      const title = t('bulk.resetTitle', { count: targets.length })
      if (await questions.ask({ title, text: t('verb.resetText'), verb: t('verb.reset') }))
        await actions.resetTraffic(targets)
    })
  const remove = () =>
    withTargets(async (targets) => {
      const title = t('bulk.deleteTitle', { count: targets.length })
      const question = {
        title,
        text: t('verb.deleteText'),
        verb: t('verb.delete'),
        online: onlineOf(targets),
        danger: true,
      }
      if ((await questions.ask(question)) && (await actions.remove(targets))) selection.clear()
    })
  const show = (action: BulkAction) => withTargets((targets) => setOpen({ action, targets }))
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
          <Button {...size} type="submit" disabled={busy || gigabytes === ''}>
            {t('bulk.quotaSet')}
          </Button>
        </form>
        <Button {...size} onClick={() => show('extend')}>
          {t('bulk.extend')}
        </Button>
        <Button {...size} onClick={() => show('renew')}>
          {t('verb.renew')}
        </Button>
        <LimitsMenu {...size} onPick={setLimits} onOther={() => show('limits')} />
        <Menu position="top-end" width={220} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button {...size} aria-label={t('bulk.more')} px={10}>
              <MoreIcon size={18} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => withTargets((targets) => actions.setEnable(targets, true))}>
              {t('verb.enable')}
            </Menu.Item>
            <Menu.Item onClick={disable}>{t('verb.disable')}</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => show('group')}>{t('bulk.group')}</Menu.Item>
            <Menu.Item onClick={() => show('attach')}>{t('bulk.attach')}</Menu.Item>
            <Menu.Item onClick={() => show('detach')}>{t('bulk.detach')}</Menu.Item>
            <Menu.Item onClick={reset}>{t('verb.reset')}</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="var(--bad)" onClick={remove}>
              {t('verb.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </BulkBar>
      <BulkDialog open={open} onlineOf={onlineOf} onClose={() => setOpen(undefined)} />
    </>
  )
}
