import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Node, NodeQueue } from '#contract/node.ts'
import { nodeEndpoints } from '../../api/node-endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { useSayCoded } from '../../ui/use-say-coded.ts'
import { healthOf, healthWords, isBehindForItself } from './node-view.ts'
import styles from './nodes.module.css'
import type { NodeActions } from './use-node-actions.ts'

const EVERY_MS = 5_000

/** How a node is now: whether it answers, what runs there, and what it does not have yet. */
export function NodeDetails({ node, actions }: { node: Node; actions: NodeActions }) {
  return (
    <section className={styles.details}>
      <State node={node} actions={actions} />
      <Figures node={node} />
      {node.behind > 0 && <Queue node={node} actions={actions} />}
    </section>
  )
}

function TryAgain({ run }: { run(): Promise<unknown> }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      onClick={() => {
        setBusy(true)
        void run().finally(() => setBusy(false))
      }}
    >
      {t('error.retry')}
    </Button>
  )
}

function State({ node, actions }: { node: Node; actions: NodeActions }) {
  const { t } = useTranslation()
  const health = healthOf(node)
  const { tone, label } = healthWords[health]
  const { lastErrorCoded } = node
  const say = useSayCoded(lastErrorCoded)
  return (
    <>
      <div className={styles.state}>
        <StatusWord tone={tone} word={t(label)} />
        {health === 'online' && <span>{t('nodes.latency', { ms: node.latencyMs })}</span>}
      </div>
      {health === 'offline' && (
        <Alert color="red" variant="light" role="alert">
          <p dir="auto">{say(lastErrorCoded, node.lastError)}</p>
          <div className={styles.alertEnd}>
            <TryAgain run={() => actions.probe(node)} />
          </div>
        </Alert>
      )}
      {health === 'coreDown' && (
        <Alert color="orange" variant="light">
          <p dir="auto">{node.xrayError || t('nodes.coreDownText')}</p>
        </Alert>
      )}
    </>
  )
}

function Figures({ node }: { node: Node }) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const isUp = node.enable && node.status === 'online'
  const rows = [
    [t('nodes.lastAnswer'), node.lastHeartbeat > 0 ? measures.fromNow(node.lastHeartbeat * 1000, now) : '–'],
    [t('nodes.panel'), node.panelVersion || '–'],
    [t('nodes.core'), node.coreVersion || '–'],
    ...(isUp
      ? [
          [t('nodes.uptime'), measures.duration(node.uptimeSecs)],
          [t('nodes.cpu'), measures.percent(node.cpuPct)],
          [t('nodes.memory'), measures.percent(node.memPct)],
        ]
      : []),
    [t('nodes.carries'), measures.count(node.inboundCount)],
    [t('nodes.people'), measures.count(node.clientCount)],
    [t('nodes.onlineTitle'), measures.count(node.onlineCount)],
  ]
  return (
    <dl className={styles.figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Changes that the node does not have yet, with what it said against them. */
function Queue({ node, actions }: { node: Node; actions: NodeActions }) {
  const { t, measures } = useTranslation()
  const { api } = useServices()
  const now = useMinute()
  const queue = useQuery({
    ...replyOf(api, nodeEndpoints.queue, { params: { id: node.id } }),
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  const say = useSayCoded(node.behindReasonCoded)
  const why = isBehindForItself(node) && say(node.behindReasonCoded, node.behindReason)
  return (
    <section className={styles.queue} aria-labelledby="node-queue">
      <div className={styles.queueHead}>
        <h3 id="node-queue">{t('nodes.behind', { count: node.behind })}</h3>
        {node.status === 'online' && <TryAgain run={() => actions.retry(node)} />}
      </div>
      <p className={styles.dim}>
        {t('nodes.behindSince', { when: measures.fromNow(node.behindSince, now) })}
      </p>
      {why && <p dir="auto">{why}</p>}
      <Loaded query={queue} rows={1}>
        {(rows) => (
          <ul className={styles.waiting}>
            {rows.map((row) => (
              <Waiting key={`${row.kind}${row.id}`} row={row} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function Waiting({ row }: { row: NodeQueue[number] }) {
  const { t } = useTranslation()
  const say = useSayCoded(row.errorCoded)
  const said = row.error !== '' && say(row.errorCoded, row.error)
  const name = row.name || `#${row.id}`
  const what =
    row.name === ''
      ? t(row.kind === 'inbound' ? 'nodes.goneInbound' : 'nodes.goneClient', { name })
      : t(row.kind === 'inbound' ? 'nodes.oneInbound' : 'nodes.oneClient', { name })
  return (
    <li>
      <span dir="auto">{what}</span>
      {row.tries > 0 && <span className={styles.dim}>{t('nodes.tries', { count: row.tries })}</span>}
      {said && (
        <p className={styles.said} dir="auto">
          {said}
        </p>
      )}
    </li>
  )
}
