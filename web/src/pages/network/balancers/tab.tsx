import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Block } from '#contract/inbound.ts'
import type { BalancerStatus } from '#contract/outbounds-api.ts'
import { balancersOf, readBalancer, removeBalancers, rulesOfBalancer } from '#domain/outbounds/balancers.ts'
import { matchedBy } from '#domain/outbounds/selector.ts'
import { tagOf } from '#domain/outbounds/template-outbounds.ts'
import { sameJson } from '#domain/untyped.ts'
import { endpoints, useRefresh, useReply } from '../../../api/endpoints.ts'
import { useCommands } from '../../../commands/use-commands.ts'
import type { Translate } from '../../../i18n/translation.tsx'
import { useApp } from '../../../services.tsx'
import { deletion, editing, RowMenu } from '../../../table/row-menu.tsx'
import { Button } from '../../../ui/button.tsx'
import { NetworkIcon, PlusIcon } from '../../../ui/icons.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { EmptyState, Failed } from '../../../ui/states.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import boxes from '../boxes.module.css'
import { useDraft } from '../draft/draft.tsx'
import styles from '../outbounds/outbounds.module.css'
import { BalancerDrawer, Members, useOutboundTags } from './form.tsx'

const EVERY_MS = 5_000

/** The running core's state; the reply has a row per tag. */
function useStatus(tags: readonly string[]) {
  return useReply(endpoints.outbounds.balancerStatus, {
    body: { tags: [...tags] },
    enabled: tags.length > 0,
    refetchInterval: EVERY_MS,
  })
}

export function BalancersTab() {
  const { t, router } = useApp()
  const { template } = useDraft()
  const balancers = balancersOf(template)
  const status = useStatus(balancers.map(tagOf).filter(Boolean))
  const create = () => router.setParams({ b: 'new' }, 'push')
  useCommands(t('network.balancersTitle'), [
    { id: 'balancers.new', label: t('balancers.add'), keys: 'n', icon: PlusIcon, run: create },
  ])
  const add = <Button label={t('balancers.add')} primary icon={PlusIcon} onClick={create} />
  return (
    <>
      {balancers.length === 0 ? (
        <EmptyState
          icon={NetworkIcon}
          title={t('balancers.emptyTitle')}
          text={t('balancers.emptyText')}
          action={add}
        />
      ) : (
        <>
          <div className={styles.tools}>
            <p className={styles.about}>{t('balancers.about')}</p>
            {add}
          </div>
          <ul className={boxes.boxes}>
            {balancers.map((balancer, index) => (
              <Card
                // biome-ignore lint/suspicious/noArrayIndexKey: a tag may be there twice, or not at all
                key={index}
                balancer={balancer}
                status={status.data?.[tagOf(balancer)]}
                error={status.error}
              />
            ))}
          </ul>
        </>
      )}
      <BalancerDrawer />
    </>
  )
}

interface CardProps {
  balancer: Block
  status: BalancerStatus | undefined
  error: unknown
}

function Card({ balancer, status, error }: CardProps) {
  const { t, router, questions } = useApp()
  const { stored, template, change } = useDraft()
  const isStored = balancersOf(stored).some((other) => sameJson(other, balancer))
  const tags = useOutboundTags()
  const { tag, selector, strategy, fallbackTag } = readBalancer(balancer)
  const members = matchedBy(selector, tags)
  const rules = rulesOfBalancer(template, tag).length
  async function remove() {
    const sure = await questions.ask({
      title: t('balancers.deleteTitle', { tag }),
      text: t('balancers.deleteText', { count: rules }),
      verb: t('balancers.deleteVerb'),
      danger: true,
    })
    if (sure) change((draft) => removeBalancers(draft, [tag]))
  }
  return (
    <li className={boxes.box}>
      <div className={boxes.boxHead}>
        <h2 className={boxes.boxTitle}>
          <bdi>{tag || '–'}</bdi>
        </h2>
        <span className={styles.badge} data-kind="protocol">
          {t(`balancers.strategyName.${strategy}`)}
        </span>
        <span className="grow" />
        <RowMenu
          label={t('table.menu', { name: tag })}
          entries={() => [
            editing(t('outbounds.edit'), () => router.setParams({ b: `=${tag}` }, 'push')),
            deletion(t('outbounds.delete'), () => void remove()),
          ]}
        />
      </div>
      <p className={styles.dim}>
        {t('balancers.members', { count: members.length })} · {t('balancers.rules', { count: rules })}
        {' · '}
        {fallbackTag === '' ? t('balancers.fallbackNone') : t('balancers.fallbackIs', { tag: fallbackTag })}
      </p>
      <Members members={members} chosen={status?.selected ?? []} />
      <LiveStatus
        tag={tag}
        members={members}
        fallbackTag={fallbackTag}
        status={status}
        error={error}
        isStored={isStored}
      />
    </li>
  )
}

interface Props {
  tag: string
  members: readonly string[]
  /** Blank: the connection fails. */
  fallbackTag: string
  status: BalancerStatus | undefined
  error: unknown
  /** It was applied, but the core must restart for it. */
  isStored: boolean
}

/** The running core's choice, and a manual override: immediate, until the core restarts. */
function LiveStatus({ tag, members, fallbackTag, status, error, isStored }: Props) {
  const { t, api } = useApp()
  const override = useMutation({
    mutationFn: (target: string) => api.call(endpoints.outbounds.balancerOverride, { body: { tag, target } }),
    onSettled: useRefresh(endpoints.outbounds.balancerStatus),
  })
  if (error) return <p className={styles.dim}>{sayError(t, error)}</p>
  if (!status) return null
  if (!status.running)
    return (
      <p>
        <StatusWord tone="none" word={t(isStored ? 'balancers.waits' : 'balancers.notRunning')} />
      </p>
    )
  const data = [...new Set([...members, ...(status.override ? [status.override] : [])])]
  return (
    <div className="stack12">
      <span role="status">
        <StatusWord
          tone={status.override === '' && status.selected.length === 0 ? 'warn' : 'good'}
          word={wordsOf(t, status, fallbackTag)}
        />
      </span>
      <NativeSelect
        label={t('balancers.override')}
        description={t('balancers.overrideHint')}
        value={override.isPending ? override.variables : status.override}
        onChange={(event) => override.mutate(event.currentTarget.value)}
        data={[{ value: '', label: t('balancers.byStrategy') }, ...data]}
      />
      {override.error && <Failed error={override.error} title={t('balancers.overrideFailed')} />}
    </div>
  )
}

/** Strategies that choose at random list all candidates. */
function wordsOf(t: Translate, { override, selected }: BalancerStatus, fallbackTag: string): string {
  if (override !== '') return t('balancers.byHand', { tag: override })
  if (selected.length > 1) return t('balancers.choosesFrom', { tags: selected.join(', ') })
  if (selected[0] !== undefined) return t('balancers.chooses', { tag: selected[0] })
  return fallbackTag === ''
    ? t('balancers.choosesNone')
    : t('balancers.choosesFallback', { tag: fallbackTag })
}
