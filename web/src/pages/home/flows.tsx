import { useEffect, useMemo } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { onInbound, onNode } from '#domain/health/subject.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { HealthDot, HealthWord } from '../../health/health-word.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useServices } from '../../services.tsx'
import { useCell } from '../../ui/cell.ts'
import { ClientsIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { nameOf, onlineOf } from '../inbounds/inbound-view.ts'
import { useOnline } from '../inbounds/use-inbounds.ts'
import { useNodes } from '../nodes/use-nodes.ts'
import { usageUrl } from '../usage/usage-url.ts'
import { byLoad, type Load, orderOf } from './by-load.ts'
import styles from './flows.module.css'

interface Props {
  /** The list has its height. */
  onThere(): void
}

export function Flows({ onThere }: Props) {
  const inbounds = useReply(endpoints.usage.inbounds)
  const isThere = !inbounds.isPending
  useEffect(() => {
    if (isThere) onThere()
  }, [isThere, onThere])
  return (
    <Loaded query={inbounds} rows={1}>
      {(all) => (all.length === 0 ? <Nothing /> : <Groups all={all} />)}
    </Loaded>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return (
    <p className={styles.nothing} data-flows="none">
      {t('home.sluiceNone')} <Link to={`${paths.inbounds}?new=inbound`}>{t('home.sluiceAdd')}</Link>
    </p>
  )
}

/** The busiest inbounds, under the server that runs them. */
function Groups({ all }: { all: readonly Inbound[] }) {
  const { t } = useTranslation()
  const online = useOnline()
  const rates = useCell(useServices().tagRates.now).inbound
  const nodes = useNodes().data
  const loads = all.map((inbound): Load => {
    const { up, down } = rates.get(inbound.tag) ?? { up: 0, down: 0 }
    return { inbound, rate: up + down, online: onlineOf(inbound, online) }
  })
  const order = useOrder(loads)
  const groups = byLoad(loads, order)
  const most = Math.max(1, ...loads.map(({ rate }) => rate))
  const isSpread = all.some(({ nodeId }) => nodeId)
  return (
    <div className={styles.groups} data-flows="there">
      {groups.map(({ nodeId, rows }) => (
        <section key={nodeId}>
          {isSpread && <Server id={nodeId} node={nodes?.find(({ id }) => id === nodeId)} />}
          <ul>
            {rows.map((load) => (
              <Row key={load.inbound.id} load={load} most={most} />
            ))}
          </ul>
        </section>
      ))}
      {groups.reduce((sum, { rows }) => sum + rows.length, 0) < all.length && (
        <Link to={paths.inbounds} className={styles.all}>
          {t('home.allInbounds', { count: all.length })}
        </Link>
      )}
    </div>
  )
}

/** A node, or this server. */
function Server({ id, node }: { id: number; node: Node | undefined }) {
  const { t } = useTranslation()
  return (
    <h3 className={styles.title}>
      {id === 0 ? t('home.here') : <bdi>{node?.name ?? `#${id}`}</bdi>}
      {node && (
        <HealthWord
          select={(all) => onNode(all, id)}
          isOff={!node.enable}
          isUnasked={node.status !== 'online'}
        />
      )}
    </h3>
  )
}

/** The order changes twice a minute, not with each tick: a list that jumps cannot be read or clicked. */
function useOrder(loads: readonly Load[]): ReadonlyMap<number, number> {
  const now = useMinute()
  const isLive = loads.some(({ rate }) => rate > 0)
  const isKnown = loads.some(({ online }) => online > 0)
  const ids = loads.map(({ inbound }) => inbound.id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loads themselves change every few seconds
  return useMemo(() => orderOf(loads), [now, isLive, isKnown, ids])
}

function Row({ load: { inbound, rate, online }, most }: { load: Load; most: number }) {
  const { t, measures } = useTranslation()
  return (
    <li className={styles.row}>
      <HealthDot select={(all) => onInbound(all, inbound)} isOff={!inbound.enable} />
      <Link to={usageUrl({ inbound: inbound.tag })} title={nameOf(inbound)}>
        <bdi>{nameOf(inbound)}</bdi>
      </Link>
      <span className={styles.kind}>{inbound.protocol}</span>
      <span className={styles.people}>
        {online > 0 && (
          <>
            <ClientsIcon size={13} /> {measures.count(online)}
          </>
        )}
      </span>
      <span className={styles.rate}>{rate > 0 ? measures.rate(rate) : t('home.quiet')}</span>
      <span className={styles.flow} aria-hidden="true">
        {rate > 0 && <span style={{ inlineSize: `${Math.sqrt(rate / most) * 100}%` }} />}
      </span>
    </li>
  )
}
