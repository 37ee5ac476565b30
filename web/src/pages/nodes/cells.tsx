import { Switch } from '@mantine/core'
import type { Finding } from '#contract/health-api.ts'
import type { Node } from '#contract/node.ts'
import { onNode } from '#domain/health/subject.ts'
import { HealthWord, useFace } from '../../health/health-word.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { DrawerLink } from '../../router/link.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { StatusWord } from '../../ui/status-word.tsx'
import { healthOf, isBehindForItself, urlOf, versionWord } from './node-view.ts'
import styles from './nodes.module.css'
import { useCoreNotes } from './use-core-notes.ts'
import type { NodeActions } from './use-node-actions.tsx'

/** The name opens the drawer over the list. */
export function NodeName({ node }: { node: Node }) {
  return (
    <span className={styles.lines}>
      <DrawerLink params={{ n: String(node.id) }} className={styles.link}>
        <bdi>{node.name}</bdi>
      </DrawerLink>
      <span className={styles.small}>
        <bdi dir="ltr">{urlOf(node)}</bdi>
      </span>
    </span>
  )
}

export function EnableSwitch({ node, actions }: { node: Node; actions: NodeActions }) {
  const { t } = useTranslation()
  return (
    <Switch
      checked={node.enable}
      aria-label={t('nodes.enableName', { name: node.name })}
      onChange={(event) => void actions.setEnable(node, event.currentTarget.checked)}
    />
  )
}

const Why = ({ text }: { text: string }) =>
  text !== '' && (
    <span className={styles.small} title={text} dir="auto">
      {text}
    </span>
  )

/** A node that has gone since the checks looked is not said to be well. */
export const healthProps = (node: Node) => ({
  select: (all: readonly Finding[]) => onNode(all, node.id),
  isOff: !node.enable,
  isUnasked: healthOf(node) !== 'online',
})

/** How fast it answers; in its place what is wrong with the version of its core, as rows have room for three lines. */
function CoreWord({ node }: { node: Node }) {
  const { t } = useTranslation()
  const notes = useCoreNotes(node)
  if (notes?.isTooOld) return <StatusWord tone="warn" word={t('nodes.coreTooOld')} />
  if (notes?.losses.some(({ clients }) => clients > 0))
    return <StatusWord tone="warn" word={t('nodes.coreFailsApps')} />
  return <span className={styles.small}>{t('nodes.latency', { ms: node.latencyMs })}</span>
}

/** What the checks saw, and how fast it answers; a card says why in a line of its own. */
export function NodeHealth({ node, isCard = false }: { node: Node; isCard?: boolean }) {
  const { t } = useTranslation()
  const health = healthOf(node)
  const isUp = health === 'online' || health === 'coreDown'
  const face = useFace(healthProps(node))
  const say = useSayCoded(node.lastErrorCoded)
  const heard = {
    offline: say(node.lastErrorCoded, node.lastError),
    coreDown: t('nodes.coreDownText'),
  } as Partial<Record<typeof health, string>>
  const why = face?.sentence || (heard[health] ?? '')
  return (
    <span className={styles.lines}>
      <HealthWord {...healthProps(node)} />
      {isUp && <CoreWord node={node} />}
      {!isCard && <Why text={why} />}
    </span>
  )
}

/** Whether it has everything that it should have, or how much is missing and why. */
export function NodeStep({ node, isCard = false }: { node: Node; isCard?: boolean }) {
  const { t } = useTranslation()
  const say = useSayCoded(node.behindReasonCoded)
  // Of a node that does not answer nobody knows it.
  if (node.behind === 0 && node.status !== 'online')
    return <StatusWord tone="none" word={t('finding.unchecked')} />
  if (node.behind === 0) return <StatusWord tone="good" word={t('nodes.inStep')} />
  const why = isBehindForItself(node) ? say(node.behindReasonCoded, node.behindReason) : ''
  return (
    <span className={styles.lines}>
      <StatusWord tone="warn" word={t('nodes.behind', { count: node.behind })} />
      {!isCard && <Why text={why} />}
    </span>
  )
}

/** Why it is offline or behind. */
export function NodeReason({ node }: { node: Node }) {
  const isOffline = healthOf(node) === 'offline'
  const coded = isOffline ? node.lastErrorCoded : node.behindReasonCoded
  const say = useSayCoded(coded)
  if (!isOffline && (node.behind === 0 || !isBehindForItself(node))) return null
  return (
    <p className={styles.reason} dir="auto">
      {say(coded, isOffline ? node.lastError : node.behindReason)}
    </p>
  )
}

export function NodeCounts({ node }: { node: Node }) {
  const { t } = useTranslation()
  return (
    <span className={styles.lines}>
      <span>{t('nodes.inbounds', { count: node.inboundCount })}</span>
      <span className={styles.small}>
        {t('nodes.clients', { count: node.clientCount })}
        {node.onlineCount > 0 && (
          <>
            {' · '}
            <span className="good">{t('nodes.onlineNow', { count: node.onlineCount })}</span>
          </>
        )}
      </span>
    </span>
  )
}

export function NodeVersions({ node }: { node: Node }) {
  const { t } = useTranslation()
  if (!node.panelVersion && !node.coreVersion) return <span className={styles.small}>–</span>
  return (
    <span className={styles.lines}>
      <span>{t('nodes.panelVersion', { version: node.panelVersion || '–' })}</span>
      <span className={styles.small}>
        {t('nodes.coreVersion', { version: versionWord(node.coreVersion) })}
      </span>
    </span>
  )
}
