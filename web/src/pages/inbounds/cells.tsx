import { Switch } from '@mantine/core'
import type { CapHold } from '#contract/caps-api.ts'
import type { Finding } from '#contract/health-api.ts'
import type { Inbound } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { onInbound } from '#domain/health/subject.ts'
import { runsOn } from '#domain/inbounds/runs-on.ts'
import { HealthWord, useFace } from '../../health/health-word.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { DrawerLink, Link } from '../../router/link.tsx'
import { AlertIcon, NodesIcon } from '../../ui/icons.tsx'
import { Meter } from '../../ui/meter.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useNodes } from '../nodes/use-nodes.ts'
import { emailsOf, isEnded, nameOf, type OnlineCounts, onlineOf, streamWords } from './inbound-view.ts'
import styles from './inbounds.module.css'
import type { InboundActions } from './use-inbound-actions.ts'

interface Props {
  inbound: Inbound
}

/** The name opens the editor over the list. */
export const InboundLink = ({ inbound }: Props) => (
  <DrawerLink params={{ i: String(inbound.id) }} className={styles.link} data-open={inbound.id}>
    <bdi>{nameOf(inbound)}</bdi>
  </DrawerLink>
)

/** Protocol, transport and security of an inbound. */
export const Badges = ({ inbound }: { inbound: Pick<Inbound, 'protocol' | 'streamSettings'> }) => (
  <span className={styles.badges} dir="ltr">
    <span className={styles.badge} data-kind="protocol">
      {inbound.protocol}
    </span>
    {streamWords(inbound).map((word) => (
      <span key={word} className={styles.badge} data-kind={word}>
        {word}
      </span>
    ))}
  </span>
)

/** Shows the stored state, and asks first if clients would be disconnected. */
export function EnableSwitch({ inbound, actions }: Props & { actions: InboundActions }) {
  const { t } = useTranslation()
  return (
    <Switch
      checked={inbound.enable}
      aria-label={t('inbounds.enableName', { name: nameOf(inbound) })}
      onChange={(event) => void actions.setEnable(inbound, event.currentTarget.checked)}
    />
  )
}

/** How many clients, how many of them are online, with a link to them. */
export function PeopleCount({ inbound, online }: Props & { online: OnlineCounts }) {
  const { t } = useTranslation()
  if (!carriesClients(inbound.protocol)) return <span className="dim">–</span>
  const now = onlineOf(inbound, online)
  return (
    <span className={styles.people}>
      <Link to={`panel/clients?q=inbound:${inbound.id}`} className={styles.count}>
        {t('inbounds.count', { count: emailsOf(inbound).length })}
      </Link>
      {now > 0 && <span className="good">{t('inbounds.online', { count: now })}</span>}
    </span>
  )
}

const healthOf = (inbound: Inbound) => ({
  select: (all: readonly Finding[]) => onInbound(all, inbound),
  isOff: !inbound.enable,
})

/** Whether people can use an inbound: its own limits, then what the checks saw. */
export function InboundHealth({ inbound, now }: Props & { now: number }) {
  const { t } = useTranslation()
  if (isEnded(inbound, now)) return <StatusWord tone="bad" word={t('inbounds.state.ended')} />
  if (inbound.capped && inbound.enable) return <Capped {...inbound.capped} />
  return <HealthWord {...healthOf(inbound)} />
}

/** What a monthly cap does to it. */
function Capped({ does, by, until }: CapHold) {
  const { t, measures } = useTranslation()
  const why = t('inbounds.cappedWhy', { by, when: measures.moment(until) })
  return (
    <span title={why}>
      <StatusWord tone={does === 'stop' ? 'bad' : 'warn'} word={t(`inbounds.capped.${does}`)} />
    </span>
  )
}

/** Beside the name, so that it shows at every width: what is wrong with an inbound or with the node that runs it. */
export function TroubleMark({ inbound }: Props) {
  const face = useFace(healthOf(inbound))
  if (face?.tone !== 'bad') return null
  return (
    <span className={styles.trouble} role="img" aria-label={face.sentence} title={face.sentence}>
      <AlertIcon size={16} />
    </span>
  )
}

/** For a card, which has no tooltip: what is wrong, or when a check looked. */
export function HealthDetail({ inbound }: Props) {
  const face = useFace(healthOf(inbound))
  return (
    <p className={styles.detail} dir="auto">
      {face?.sentence || face?.title || '\u00a0'}
    </p>
  )
}

export function Traffic({ inbound: { up, down, total } }: Props) {
  const { t, measures } = useTranslation()
  const used = up + down
  return (
    <span className={styles.traffic}>
      <span className={styles.trafficLine}>
        <span title={t('inbounds.upDown', { up: measures.bytes(up), down: measures.bytes(down) })}>
          {measures.bytes(used)}
        </span>
        {total > 0 && <span className="dim">{t('inbounds.of', { total: measures.bytes(total) })}</span>}
      </span>
      {total > 0 && <Meter share={used / total} label={t('inbounds.traffic')} />}
    </span>
  )
}

/** The node that an inbound runs on; undefined for one that runs on this panel. */
function useNodeOf(inbound: Pick<Inbound, 'nodeId'>) {
  const nodes = useNodes().data
  const place = runsOn(inbound)
  if (place.kind === 'here') return undefined
  const node = nodes?.find(({ id }) => id === place.node)
  return { id: place.node, name: node?.name ?? `#${place.node}` }
}

/** The node that an inbound runs on; nothing for one that runs on this panel. */
export function NodeMark({ inbound }: Props) {
  const { t } = useTranslation()
  const node = useNodeOf(inbound)
  if (!node) return null
  return (
    <span className={styles.node} title={t('inbounds.onNode', { name: node.name })}>
      <NodesIcon size={14} />
      <bdi className={styles.nodeName}>{node.name}</bdi>
    </span>
  )
}

/** The same in a column of its own: a link to the node. */
export function NodeName({ inbound }: Props) {
  const { t } = useTranslation()
  const node = useNodeOf(inbound)
  if (!node) return <span className="dim">{t('inboundForm.thisPanel')}</span>
  return (
    <Link to={`${paths.nodes}?n=${node.id}`} className={styles.nodeLink} title={node.name}>
      <bdi>{node.name}</bdi>
    </Link>
  )
}
