import { type ReactNode, useMemo } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import type { InboundOption } from '#contract/inbound.ts'
import { unlimitedSpeed } from '#domain/limits/effective.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { type Column, columnsOf, type Layout } from '../../table/column.ts'
import { StatusWord } from '../../ui/status-word.tsx'
import { CellEdit, ClientLink } from './cell-edit.tsx'
import { expiryWords, type Seen, statusWord } from './client-view.ts'
import styles from './clients.module.css'
import { inboundName } from './inbound-name.ts'
import { Devices, type Figures, Rate, Usage, Week } from './live-cells.tsx'
import type { Server } from './use-clients.ts'

/** All columns in their first order; the reader chooses which are shown. */
const layouts = {
  email: { word: 'clients.email', min: 128, comfort: 200, grow: 2.8, fixed: true, sort: 'email' },
  status: { word: 'clients.status', min: 112, grow: 1.1, sort: 'enable', yields: 1 },
  usage: { word: 'clients.usage', min: 136, comfort: 144, grow: 1.4, sort: 'traffic', yields: 2 },
  expiry: { word: 'clients.expiry', min: 88, comfort: 112, grow: 1.6, sort: 'expiryTime', yields: 3 },
  inbounds: { word: 'clients.inbounds', min: 84, comfort: 130, grow: 1.5, sort: 'inboundIds', yields: 6 },
  node: { word: 'clients.node', min: 84, grow: 0.9, sort: 'node', yields: 5.5 },
  group: { word: 'clients.group', min: 66, comfort: 84, grow: 0.85, sort: 'group', yields: 5 },
  lastOnline: { word: 'clients.lastOnline', min: 88, comfort: 108, grow: 1.1, sort: 'lastOnline', yields: 4 },
  rate: { word: 'clients.rate', min: 84, grow: 0, sort: 'rate', yields: 6.5 },
  week: { word: 'clients.week', min: 76, grow: 0, sort: 'week', yields: 6.7 },
  devices: { word: 'clients.devices', min: 72, sort: 'devices', yields: 6.9 },
  limitIp: { word: 'clients.limitIp', min: 72, sort: 'limitIp', yields: 7 },
  speed: { word: 'clients.speedLimit', min: 110, sort: 'speed', yields: 7.5 },
  created: { word: 'clients.created', min: 84, sort: 'createdAt', yields: 8 },
} as const satisfies Record<string, Layout>
type ColumnId = keyof typeof layouts

export const firstColumns: ColumnId[] = [
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

const dash = <span className="dim">–</span>

const names = (list: readonly string[], none: ReactNode) => (
  <span className={styles.one} dir="auto" title={list.join(', ')}>
    {list.length > 0 ? list.join(', ') : none}
  </span>
)

export function useClientColumns(
  seen: Seen,
  inbounds: readonly InboundOption[],
  servers: readonly Server[],
  figures: Figures,
): Column<ClientSlim>[] {
  const words = useTranslation()
  const { t, measures } = words
  return useMemo(() => {
    const nameOf = new Map(inbounds.map((inbound) => [inbound.id, inboundName(inbound)]))
    const nodeOf = new Map(inbounds.map(({ id, nodeId = 0 }) => [id, nodeId]))
    const when = (ms: number) =>
      ms > 0 ? <span title={measures.moment(ms)}>{measures.fromNow(ms, seen.now)}</span> : dash
    const isBlank: Partial<Record<ColumnId, (row: ClientSlim) => boolean>> = {
      group: ({ group }) => group === '',
      lastOnline: ({ traffic }) => traffic.lastOnline === 0,
      rate: ({ email }) => !seen.online.has(email),
      week: ({ email }) => !figures[email]?.week.some((bytes) => bytes > 0),
      limitIp: ({ limitIp }) => limitIp === 0,
      speed: ({ speedDown, speedUp }) => speedDown + speedUp === 0,
    }
    const cells: Record<ColumnId, (row: ClientSlim) => ReactNode> = {
      email: (row) => <ClientLink client={row} edits />,
      status: (row) => {
        const { tone, label } = statusWord(row, seen)
        return (
          <>
            <StatusWord tone={tone} word={t(label)} />
            {row.slowed !== '' && (
              <small className="dim" title={t('clients.slowHint')}>
                {' '}
                {t('clients.slow')}
              </small>
            )}
          </>
        )
      },
      usage: (row) => (
        <CellEdit client={row} kind="quota">
          <Usage client={row} />
        </CellEdit>
      ),
      expiry: (row) => {
        const text = expiryWords(row.expiryTime, seen.now, words)
        return (
          <CellEdit client={row} kind="expiry">
            <span className={styles.one} title={row.expiryTime > 0 ? measures.moment(row.expiryTime) : text}>
              {text}
            </span>
          </CellEdit>
        )
      },
      inbounds: ({ inboundIds }) =>
        names(
          inboundIds.map((id) => nameOf.get(id) ?? `#${id}`),
          t('clients.noInbound'),
        ),
      node: ({ inboundIds }) => {
        const here = new Set(inboundIds.map((id) => nodeOf.get(id)))
        const list = servers.filter(({ id }) => here.has(id)).map(({ name }) => name)
        return list.length === 0 ? dash : names(list, '')
      },
      group: (row) => (
        <CellEdit client={row} kind="group">
          {row.group ? <bdi className={styles.one}>{row.group}</bdi> : dash}
        </CellEdit>
      ),
      lastOnline: ({ traffic }) => when(traffic.lastOnline),
      rate: ({ email }) => <Rate email={email} />,
      week: ({ email }) => <Week email={email} />,
      devices: (row) => <Devices client={row} />,
      limitIp: ({ limitIp }) => (limitIp > 0 ? measures.count(limitIp) : dash),
      speed: ({ speedDown, speedUp }) =>
        speedDown + speedUp > 0 ? (
          <bdi dir="ltr">
            ↓{megabits(speedDown)} ↑{megabits(speedUp)} Mbit/s
          </bdi>
        ) : (
          dash
        ),
      created: ({ createdAt }) => when(createdAt),
    }
    const all = columnsOf(t, layouts, cells, isBlank)
    return servers.length > 0 ? all : all.filter(({ id }) => id !== 'node')
  }, [words, t, measures, seen, inbounds, servers, figures])
}

/** Very high speeds are stored for "No limit". */
const megabits = (bits: number): string =>
  bits === 0 || bits >= unlimitedSpeed ? '–' : String(bits / 1_000_000)
