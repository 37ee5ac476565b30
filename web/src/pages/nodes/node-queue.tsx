import { useState } from 'react'
import type { Node, NodeQueue } from '#contract/node.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { Loaded } from '../../ui/states.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { isBehindForItself } from './node-view.ts'
import styles from './nodes.module.css'
import type { NodeActions } from './use-node-actions.tsx'

const EVERY_MS = 5_000
const MINUTE_MS = 60_000

export function TryAgain({ run }: { run(): Promise<unknown> }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  return (
    <Button
      label={t('error.retry')}
      size="xs"
      loading={busy}
      onClick={() => {
        setBusy(true)
        void run().finally(() => setBusy(false))
      }}
    />
  )
}

/** Changes that the node does not have yet: what it said no to first, then what only waits. */
export function Queue({ node, actions }: { node: Node; actions: NodeActions }) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const queue = useReply(endpoints.nodes.queue, {
    params: { id: node.id },
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  const say = useSayCoded(node.behindReasonCoded)
  const hasRefused = queue.data?.some(({ error }) => error !== '') ?? false
  const why = !hasRefused && isBehindForItself(node) && say(node.behindReasonCoded, node.behindReason)
  return (
    <section className="stack8" aria-labelledby="node-queue">
      <div className={styles.queueHead}>
        <h3 id="node-queue">{t('nodes.behind', { count: node.behind })}</h3>
        {node.status === 'online' && <TryAgain run={() => actions.retry(node)} />}
      </div>
      <p className="dim88">{t('nodes.behindSince', { when: measures.fromNow(node.behindSince, now) })}</p>
      {why && <p dir="auto">{why}</p>}
      <Loaded query={queue} rows={1}>
        {(rows) => (
          <>
            <Part title={t('nodes.refusedTitle')} rows={rows.filter(({ error }) => error !== '')} now={now} />
            <Part title={t('nodes.waitingTitle')} rows={rows.filter(({ error }) => error === '')} now={now} />
            {node.behind > rows.length && (
              <p className="dim88">{t('nodes.moreWaiting', { count: node.behind - rows.length })}</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Part({ title, rows, now }: { title: string; rows: NodeQueue; now: number }) {
  if (rows.length === 0) return null
  return (
    <>
      <h4 className={styles.part}>{title}</h4>
      <ul className={styles.waiting}>
        {rows.map((row) => (
          <Waiting key={`${row.kind}${row.id}`} row={row} now={now} />
        ))}
      </ul>
    </>
  )
}

function Waiting({ row, now }: { row: NodeQueue[number]; now: number }) {
  const { t, measures } = useTranslation()
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
      {row.tries > 0 && <span className="dim88">{t('nodes.tries', { count: row.tries })}</span>}
      {said && (
        <p className={styles.said} dir="auto">
          {said}
        </p>
      )}
      {said && row.retryAt - now > MINUTE_MS && (
        <p className={styles.next}>{t('nodes.nextTry', { when: measures.fromNow(row.retryAt, now) })}</p>
      )}
    </li>
  )
}
