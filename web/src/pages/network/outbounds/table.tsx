import { useMemo } from 'react'
import type { Block } from '#contract/inbound.ts'
import { muteReason } from '#domain/outbounds/probe-config.ts'
import { type Removal, removalOf } from '#domain/outbounds/removal.ts'
import { moveOutbound, outboundsOf, withOutbounds } from '#domain/outbounds/template-outbounds.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import { type Column, columnsOf, type Layout } from '../../../table/column.ts'
import { DataTable } from '../../../table/data-table.tsx'
import { deletion, editing, type MenuEntry } from '../../../table/row-menu.tsx'
import { useRowKeys } from '../../../table/use-row-keys.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { CopyIcon, DownIcon, PlayIcon, ResetIcon, StarIcon, UpIcon } from '../../../ui/icons.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { useDraft } from '../draft/draft.tsx'
import { partsOf } from '../routing/rule.ts'
import { Bytes, Kind, OutboundName, TestCell } from './cells.tsx'
import styles from './outbounds.module.css'
import type { OutboundRow } from './rows.ts'
import type { OutboundTests, Results } from './tests.ts'

interface Props {
  rows: readonly OutboundRow[]
  tests: OutboundTests
  /** The default for traffic that no rule matches. */
  first: string | undefined
}

const layouts = {
  name: { word: 'outbounds.name', min: 190, grow: 2, fixed: true },
  kind: { word: 'outbounds.kind', min: 150, yields: 2 },
  address: { word: 'outbounds.address', min: 170, yields: 3 },
  traffic: { word: 'outbounds.traffic', min: 170, yields: 4 },
  test: { word: 'outbounds.test', min: 160, yields: 1 },
} as const satisfies Record<string, Layout>

function useColumns(results: Results, first: string | undefined): Column<OutboundRow>[] {
  const { t } = useApp()
  return useMemo(
    () =>
      columnsOf<OutboundRow, keyof typeof layouts>(t, layouts, {
        name: (row) => <OutboundName row={row} isDefault={row.key === first} />,
        kind: (row) => <Kind row={row} />,
        address: (row) => (
          <span dir="ltr" className={styles.dim}>
            {row.address || '–'}
          </span>
        ),
        traffic: (row) => <Bytes row={row} />,
        test: (row) => <TestCell row={row} tested={results[row.key]} />,
      }),
    [t, results, first],
  )
}

export function OutboundsTable({ rows, tests, first }: Props) {
  const { t, router } = useApp()
  const columns = useColumns(tests.results, first)
  const menu = useOutboundMenu(tests)
  useRowKeys({ onEdit: (key) => router.setParams({ o: key }, 'push') })
  return (
    <DataTable
      label={t('network.outboundsTitle')}
      columns={columns}
      count={rows.length}
      rowAt={(index) => rows[index]}
      keyOf={(row) => row.key}
      nameOf={(row) => row.tag || row.key}
      menu={menu}
      card={(row) => (
        <div className={styles.card}>
          <OutboundName row={row} isDefault={row.key === first} />
          <span className={styles.cardLine}>
            <Kind row={row} />
            <span dir="ltr" className={styles.cardAddress}>
              {row.address}
            </span>
          </span>
          <span className={styles.cardLine}>
            <TestCell row={row} tested={tests.results[row.key]} />
            <Bytes row={row} />
          </span>
        </div>
      )}
      cardHeight={126}
    />
  )
}

/** The actions of one outbound. Moving and deleting change the draft; testing and resetting are immediate. */
function useOutboundMenu(tests: OutboundTests): (row: OutboundRow) => MenuEntry[] {
  const { t, router, api, queries, toasts } = useApp()
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
      editing(t('outbounds.edit'), () => router.setParams({ o: row.key }, 'push')),
      ...shared,
      ...moving(index),
      {
        ...deletion(t('outbounds.delete'), () => void remove(row)),
        ...(last === 0 && { why: t('outbounds.onlyOne') }),
      },
    ]
  }
}

/** A rule's conditions, short enough for a list. */
const ruleText = (rule: Block): string =>
  partsOf(rule)
    .map(({ values }) => values.slice(0, 3).join(', ') + (values.length > 3 ? '…' : ''))
    .join(' · ')

/** Asks before an outbound is deleted, lists what is deleted with it, and changes the draft. */
function useRemoval(): (row: OutboundRow) => Promise<void> {
  const { t, questions, router } = useApp()
  const { template, change } = useDraft()
  return async ({ tag, index }) => {
    // Nothing can refer to an outbound without a tag.
    const removal = tag === '' ? undefined : removalOf(template, tag)
    const count = removal ? removal.rules.length + removal.balancers.length + removal.outbounds.length : 0
    const sure = await questions.ask({
      title: t('outbounds.deleteTitle', { tag: tag || `#${(index ?? 0) + 1}` }),
      text: removal && <Along removal={removal} />,
      verb: count === 0 ? t('outbounds.deleteVerb') : t('outbounds.deleteAlong', { count }),
      danger: true,
    })
    if (!sure) return
    change((draft) =>
      tag === ''
        ? withOutbounds(draft, outboundsOf(draft).toSpliced(index ?? 0, 1))
        : removalOf(draft, tag).template,
    )
    router.setParams({ o: undefined })
  }
}

function Along({ removal }: { removal: Removal }) {
  const { t } = useApp()
  const { rules, balancers, outbounds, smaller } = removal
  const lines = [
    ...rules.map((rule) => t('outbounds.alongRule', { rule: ruleText(rule) })),
    ...balancers.map((tag) => t('outbounds.alongBalancer', { tag })),
    ...outbounds.map((tag) => t('outbounds.alongOutbound', { tag })),
    ...smaller.map((tag) => t('outbounds.smaller', { tag })),
  ]
  if (lines.length === 0) return <p>{t('outbounds.unused')}</p>
  return (
    <>
      <p>{t('outbounds.along')}</p>
      <ul className={styles.along}>
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </>
  )
}
