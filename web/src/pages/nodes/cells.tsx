import { Switch } from '@mantine/core'
import type { MouseEvent } from 'react'
import type { Node } from '#contract/node.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import layout from '../../ui/layout.module.css'
import { StatusWord } from '../../ui/status-word.tsx'
import { useSayCoded } from '../../ui/use-say-coded.ts'
import { healthOf, healthWords, isBehindForItself, urlOf, versionWord } from './node-view.ts'
import styles from './nodes.module.css'
import type { NodeActions } from './use-node-actions.ts'

/** The name opens the drawer over the list; as a link it can be opened in a new tab. */
export function NodeName({ node }: { node: Node }) {
  const { router } = useServices()
  const params = { n: String(node.id) }
  function open(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.setParams(params, 'push')
  }
  return (
    <span className={styles.lines}>
      <a href={router.hrefWith(params)} className={styles.link} onClick={open}>
        <bdi>{node.name}</bdi>
      </a>
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

/** Whether it answers and how fast, or why not; a card says why in a line of its own. */
export function NodeHealth({ node, isCard = false }: { node: Node; isCard?: boolean }) {
  const { t } = useTranslation()
  const health = healthOf(node)
  const { tone, label } = healthWords[health]
  const say = useSayCoded(node.lastErrorCoded)
  const isUp = health === 'online' || health === 'coreDown'
  const why = health === 'offline' ? say(node.lastErrorCoded, node.lastError) : ''
  return (
    <span className={styles.lines}>
      <StatusWord tone={tone} word={t(label)} />
      {isUp && <span className={styles.small}>{t('nodes.latency', { ms: node.latencyMs })}</span>}
      {why !== '' && !isCard && (
        <span className={styles.small} title={why} dir="auto">
          {why}
        </span>
      )}
    </span>
  )
}

/** Whether it has everything that it should have, or how much is missing and why. */
export function NodeStep({ node, isCard = false }: { node: Node; isCard?: boolean }) {
  const { t } = useTranslation()
  const say = useSayCoded(node.behindReasonCoded)
  if (node.behind === 0) return <StatusWord tone="good" word={t('nodes.inStep')} />
  const why = isBehindForItself(node) ? say(node.behindReasonCoded, node.behindReason) : ''
  return (
    <span className={styles.lines}>
      <StatusWord tone="warn" word={t('nodes.behind', { count: node.behind })} />
      {why !== '' && !isCard && (
        <span className={styles.small} title={why} dir="auto">
          {why}
        </span>
      )}
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
            <span className={layout.good}>{t('nodes.onlineNow', { count: node.onlineCount })}</span>
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
