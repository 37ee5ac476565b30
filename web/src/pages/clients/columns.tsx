import { useMemo } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import type { InboundOption } from '#contract/inbound.ts'
import { unlimitedSpeed } from '#domain/limits/effective.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import type { Column } from '../../table/column.ts'
import { StatusWord } from '../../ui/status-word.tsx'
import { CellEdit } from './cell-edit.tsx'
import { ClientLink } from './client-link.tsx'
import { expiryWords, type Seen, statusWord } from './client-view.ts'
import styles from './clients.module.css'
import type { Figures } from './figures.ts'
import { inboundName } from './inbound-name.ts'
import { Devices, Rate, Week } from './live-cells.tsx'
import { Usage } from './usage.tsx'
import type { Server } from './use-servers.ts'

/** All columns; the reader chooses which are shown. */
export function useClientColumns(
  seen: Seen,
  inbounds: readonly InboundOption[],
  servers: readonly Server[],
  figures: Figures,
): Column<ClientSlim>[] {
  const words = useTranslation()
  const { t, measures } = words
  return useMemo(() => {
    const names = new Map(inbounds.map((inbound) => [inbound.id, inboundName(inbound)]))
    const nodeOf = new Map(inbounds.map(({ id, nodeId = 0 }) => [id, nodeId]))
    const node: Column<ClientSlim> = {
      id: 'node',
      title: t('clients.node'),
      min: 84,
      grow: 0.9,
      sort: 'node',
      yields: 5.5,
      cell: ({ inboundIds }) => {
        const here = new Set(inboundIds.map((id) => nodeOf.get(id)))
        const list = servers.filter(({ id }) => here.has(id)).map(({ name }) => name)
        return list.length === 0 ? (
          dash
        ) : (
          <span className={styles.one} dir="auto" title={list.join(', ')}>
            {list.join(', ')}
          </span>
        )
      },
    }
    const when = (ms: number) =>
      ms > 0 ? <span title={measures.moment(ms)}>{measures.fromNow(ms, seen.now)}</span> : dash
    return [
      {
        id: 'email',
        title: t('clients.email'),
        min: 128,
        comfort: 200,
        grow: 2.8,
        fixed: true,
        sort: 'email',
        cell: (row) => <ClientLink client={row} edits />,
      },
      {
        id: 'status',
        title: t('clients.status'),
        min: 112,
        grow: 1.1,
        sort: 'enable',
        yields: 1,
        cell: (row) => {
          const { tone, label } = statusWord(row, seen)
          return (
            <>
              <StatusWord tone={tone} word={t(label)} />
              {row.slowed !== '' && (
                <small className={styles.dim} title={t('clients.slowHint')}>
                  {' '}
                  {t('clients.slow')}
                </small>
              )}
            </>
          )
        },
      },
      {
        id: 'usage',
        title: t('clients.usage'),
        min: 136,
        comfort: 144,
        grow: 1.4,
        sort: 'traffic',
        yields: 2,
        cell: (row) => (
          <CellEdit client={row} kind="quota">
            <Usage client={row} />
          </CellEdit>
        ),
      },
      {
        id: 'expiry',
        title: t('clients.expiry'),
        min: 88,
        comfort: 112,
        grow: 1.6,
        sort: 'expiryTime',
        yields: 3,
        cell: (row) => (
          <CellEdit client={row} kind="expiry">
            <span
              className={styles.one}
              title={
                row.expiryTime > 0
                  ? measures.moment(row.expiryTime)
                  : expiryWords(row.expiryTime, seen.now, words)
              }
            >
              {expiryWords(row.expiryTime, seen.now, words)}
            </span>
          </CellEdit>
        ),
      },
      {
        id: 'inbounds',
        title: t('clients.inbounds'),
        min: 84,
        comfort: 130,
        grow: 1.5,
        sort: 'inboundIds',
        yields: 6,
        cell: ({ inboundIds }) => {
          const list = inboundIds.map((id) => names.get(id) ?? `#${id}`)
          return (
            <span className={styles.one} dir="auto" title={list.join(', ')}>
              {list.length > 0 ? list.join(', ') : t('clients.noInbound')}
            </span>
          )
        },
      },
      ...(servers.length > 0 ? [node] : []),
      {
        id: 'group',
        title: t('clients.group'),
        min: 66,
        comfort: 84,
        grow: 0.85,
        sort: 'group',
        yields: 5,
        isBlank: ({ group }) => group === '',
        cell: (row) => (
          <CellEdit client={row} kind="group">
            {row.group ? <bdi className={styles.one}>{row.group}</bdi> : dash}
          </CellEdit>
        ),
      },
      {
        id: 'lastOnline',
        title: t('clients.lastOnline'),
        min: 88,
        comfort: 108,
        grow: 1.1,
        sort: 'lastOnline',
        yields: 4,
        isBlank: ({ traffic }) => traffic.lastOnline === 0,
        cell: ({ traffic }) => when(traffic.lastOnline),
      },
      {
        id: 'rate',
        title: t('clients.rate'),
        min: 84,
        grow: 0,
        sort: 'rate',
        yields: 6.5,
        isBlank: ({ email }) => !seen.online.has(email),
        cell: ({ email }) => <Rate email={email} />,
      },
      {
        id: 'week',
        title: t('clients.week'),
        min: 76,
        grow: 0,
        sort: 'week',
        yields: 6.7,
        isBlank: ({ email }) => !figures[email]?.week.some((bytes) => bytes > 0),
        cell: ({ email }) => <Week email={email} />,
      },
      {
        id: 'devices',
        title: t('clients.devices'),
        min: 72,
        sort: 'devices',
        yields: 6.9,
        cell: (row) => <Devices client={row} />,
      },
      {
        id: 'limitIp',
        title: t('clients.limitIp'),
        min: 72,
        sort: 'limitIp',
        yields: 7,
        isBlank: ({ limitIp }) => limitIp === 0,
        cell: ({ limitIp }) => (limitIp > 0 ? measures.count(limitIp) : dash),
      },
      {
        id: 'speed',
        title: t('clients.speedLimit'),
        min: 110,
        sort: 'speed',
        yields: 7.5,
        isBlank: ({ speedDown, speedUp }) => speedDown + speedUp === 0,
        cell: ({ speedDown, speedUp }) =>
          speedDown + speedUp > 0 ? (
            <bdi dir="ltr">
              ↓{megabits(speedDown)} ↑{megabits(speedUp)} Mbit/s
            </bdi>
          ) : (
            dash
          ),
      },
      {
        id: 'created',
        title: t('clients.created'),
        min: 84,
        sort: 'createdAt',
        yields: 8,
        cell: ({ createdAt }) => when(createdAt),
      },
    ]
  }, [words, t, measures, seen, inbounds, servers, figures])
}

export const firstColumns = [
  'email',
  'status',
  'usage',
  'expiry',
  'rate',
  'week',
  'inbounds',
  'node',
  'group',
  'lastOnline',
]

/** Very high speeds are stored for "No limit". */
const megabits = (bits: number): string =>
  bits === 0 || bits >= unlimitedSpeed ? '–' : String(bits / 1_000_000)

const dash = <span className={styles.dim}>–</span>
