import { Alert } from '@mantine/core'
import type { Node } from '#contract/node.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { HealthWord } from '../../health/health-word.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { Loaded } from '../../ui/states.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { inboundName } from '../clients/inbound-name.ts'
import { healthProps } from './cells.tsx'
import { Losses } from './losses.tsx'
import { Queue, TryAgain } from './node-queue.tsx'
import { healthOf, versionWord } from './node-view.ts'
import styles from './nodes.module.css'
import trends from './trends.module.css'
import { LatencyTrend, TrafficTrend } from './trends.tsx'
import { useCoreNotes } from './use-core-notes.ts'
import type { NodeActions } from './use-node-actions.tsx'
import { clientsOf, inboundsOf, newInboundOn } from './use-node-menu.ts'

/** How a node is now: whether it answers, what runs there, and what it does not have yet. */
export function NodeDetails({ node, actions }: { node: Node; actions: NodeActions }) {
  return (
    <section className={styles.details}>
      <State node={node} actions={actions} />
      <Warned node={node} />
      <Lacks node={node} />
      <CoreNotes node={node} />
      <Figures node={node} />
      <Lines node={node} />
      {node.behind > 0 && <Queue node={node} actions={actions} />}
      <NodePlaces node={node} />
    </section>
  )
}

function State({ node, actions }: { node: Node; actions: NodeActions }) {
  const { t } = useTranslation()
  const health = healthOf(node)
  const { lastErrorCoded } = node
  const say = useSayCoded(lastErrorCoded)
  return (
    <>
      <div className={styles.state}>
        <HealthWord {...healthProps(node)} />
        {health === 'online' && <span>{t('nodes.latency', { ms: node.latencyMs })}</span>}
      </div>
      {health === 'offline' && (
        <Alert color="red" role="alert">
          <p dir="auto">{say(lastErrorCoded, node.lastError)}</p>
          <div className={styles.alertEnd}>
            <TryAgain run={() => actions.probe(node)} />
          </div>
        </Alert>
      )}
      {health === 'coreDown' && (
        <Alert color="orange">
          <p dir="auto">{node.xrayError || t('nodes.coreDownText')}</p>
        </Alert>
      )}
    </>
  )
}

/** The form already says that the connection is unsafe. */
const saidBelow: readonly (string | undefined)[] = ['node.plain-http', 'node.unverified']

/** Something odd that the node did. */
function Warned({ node }: { node: Node }) {
  const say = useSayCoded(node.warningCoded)
  const text = say(node.warningCoded, node.warning)
  if (text === '' || saidBelow.includes(node.warningCoded?.code)) return null
  return (
    <Alert color="orange">
      <p dir="auto">{text}</p>
    </Alert>
  )
}

/** Limits that do not hold on its inbounds. */
function Lacks({ node: { lacks } }: { node: Node }) {
  const say = useSayCoded(lacks[0]?.coded)
  if (lacks.length === 0) return null
  return (
    <Alert color="gray">
      {lacks.map(({ coded, text }) => (
        <p key={text} dir="auto">
          {say(coded, text)}
        </p>
      ))}
    </Alert>
  )
}

/** What its core is known to fail at. */
function CoreNotes({ node }: { node: Node }) {
  const notes = useCoreNotes(node)
  if (!notes) return null
  return (
    <Alert color={notes.isTooOld ? 'orange' : 'gray'}>
      <Losses losses={notes.losses} />
    </Alert>
  )
}

/** The last hour. */
function Lines({ node }: { node: Node }) {
  const { t } = useTranslation()
  return (
    <div className={trends.pair}>
      <div>
        <h3>{t('nodes.latencyTitle')}</h3>
        <LatencyTrend node={node} />
      </div>
      <div>
        <h3>{t('nodes.traffic')}</h3>
        <TrafficTrend node={node} />
      </div>
    </div>
  )
}

function Figures({ node }: { node: Node }) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const isUp = node.enable && node.status === 'online'
  const rows = [
    [t('nodes.lastAnswer'), node.lastHeartbeat > 0 ? measures.fromNow(node.lastHeartbeat * 1000, now) : '–'],
    [t('nodes.panel'), node.panelVersion || '–'],
    [t('nodes.core'), versionWord(node.coreVersion)],
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
    [t('nodes.carried'), measures.bytes(node.trafficUp + node.trafficDown)],
  ]
  return (
    <dl className={styles.figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="dim82">{name}</dt>
          <dd className="breakAnywhere">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The inbounds that run on a node, and the way to its clients. */
function NodePlaces({ node }: { node: Node }) {
  const { t } = useTranslation()
  const inbounds = useReply(endpoints.inbounds.options)
  return (
    <section className="stack8" aria-labelledby="node-places">
      <h3 id="node-places" className={styles.head}>
        {t('nodes.placedTitle')}
      </h3>
      <Loaded query={inbounds} rows={1}>
        {(all) => {
          const own = all.filter(({ nodeId }) => nodeId === node.id)
          if (own.length === 0) return <p className="dim88">{t('nodes.placedNone')}</p>
          return (
            <ul className={styles.waiting}>
              {own.map((inbound) => (
                <li key={inbound.id}>
                  <Link to={`${paths.inbounds}?i=${inbound.id}`} className={styles.plainLink}>
                    <bdi>{inboundName(inbound)}</bdi>
                  </Link>
                  <bdi className="dim88" dir="ltr">
                    {inbound.protocol}:{inbound.port}
                  </bdi>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      <p className={styles.links}>
        {node.inboundCount > 0 && (
          <Link to={inboundsOf(node)} className={styles.plainLink}>
            {t('nodes.showInbounds')}
          </Link>
        )}
        {node.clientCount > 0 && (
          <Link to={clientsOf(node)} className={styles.plainLink}>
            {t('nodes.showClients')}
          </Link>
        )}
        <Link to={newInboundOn(node)} className={styles.plainLink}>
          {t('nodes.placeOne')}
        </Link>
      </p>
    </section>
  )
}
