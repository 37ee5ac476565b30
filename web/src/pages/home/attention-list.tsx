import { useMutation } from '@tanstack/react-query'
import type { Status } from '#contract/status.ts'
import { endpoints, keyOf, useReply } from '../../api/endpoints.ts'
import { isolated } from '../../i18n/measures.ts'
import type { PlainKey, Translate, useTranslation } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AlertIcon, BackIcon, CheckIcon } from '../../ui/icons.tsx'
import { useSayAll, useSayCoded } from '../../ui/say-error.ts'
import styles from './attention-list.module.css'
import { type Need, type NeedKind, neverRan } from './needs.ts'
import type { CoreActions } from './use-core-actions.ts'

type Measures = ReturnType<typeof useTranslation>['measures']
type Say = (t: Translate, need: Need, status: Status, measures: Measures) => string

const ownerOf = (t: Translate, { owner }: Need): string => {
  if (owner?.of === 'inbound') return isolated(owner.name)
  return t(owner?.of === 'panel' ? 'home.certPanel' : 'home.certSubscription')
}

interface Face {
  tone: 'bad' | 'warn'
  say: Say
  /** What the button of a row says that leads to where the cause is dealt with. */
  fix?: PlainKey
}

const faces: Record<NeedKind, Face> = {
  coreNone: { tone: 'warn', say: (t) => t('home.needNone') },
  coreStopped: { tone: 'bad', say: (t) => t('home.needStopped') },
  coreFailed: { tone: 'bad', say: (t) => t('home.needFailed') },
  clock: { tone: 'bad', say: (t, { count }) => t('home.needClock', { count }) },
  notOpen: {
    tone: 'bad',
    say: (t, { name = '' }) => t('home.needNotOpen', { name: isolated(name) }),
    fix: 'home.fixInbound',
  },
  node: { tone: 'bad', say: (_, { text = '' }) => text, fix: 'home.fixNode' },
  nodes: { tone: 'bad', say: (t, { count }) => t('home.needNodes', { count }), fix: 'home.fixNodes' },
  disk: {
    tone: 'bad',
    say: (t, { count }, { disk }, { percent, bytes }) =>
      t('home.needDisk', { percent: percent(count), free: bytes(disk.total - disk.current) }),
  },
  certEnded: {
    tone: 'bad',
    say: (t, need) => t('home.needCertEnded', { name: ownerOf(t, need) }),
    fix: 'home.fixCertificate',
  },
  certSoon: {
    tone: 'warn',
    say: (t, need) => t('home.needCertSoon', { name: ownerOf(t, need), count: need.count }),
    fix: 'home.fixCertificate',
  },
  logins: {
    tone: 'warn',
    say: (t, { count, address }) =>
      address
        ? t('home.needLogins', { count, address: isolated(address) })
        : t('home.needLoginsMany', { count }),
    fix: 'home.fixLogins',
  },
  today: { tone: 'warn', say: (t, { count }) => t('home.needToday', { count }), fix: 'home.fixRenew' },
  expiring: { tone: 'warn', say: (t, { count }) => t('home.needExpiring', { count }), fix: 'home.fixRenew' },
  depleted: { tone: 'warn', say: (t, { count }) => t('home.needDepleted', { count }), fix: 'home.fixRenew' },
}

interface Props {
  needs: readonly Need[]
  /** False while clients are loading: "all good" is not shown before. */
  isKnown: boolean
  status: Status
  actions: CoreActions
}

/** What needs attention now. */
export function AttentionList({ needs, isKnown, status, actions }: Props) {
  const { t } = useApp()
  if (needs.length === 0)
    return (
      <p className={styles.calm}>
        {isKnown ? <CheckIcon size={18} /> : '\u00a0'} {isKnown && t('home.calm')}
      </p>
    )
  return (
    <Card title={t('home.needs')}>
      <ul className={styles.list}>
        {needs.map((need) => (
          <Row
            key={`${need.kind} ${need.what?.code} ${need.to}`}
            need={need}
            status={status}
            actions={actions}
          />
        ))}
      </ul>
    </Card>
  )
}

function Row({ need, status, actions }: { need: Need; status: Status; actions: CoreActions }) {
  const { t, measures } = useApp()
  const { tone, say, fix } = faces[need.kind]
  const text = useSayCoded(need.what)(need.what, say(t, need, status, measures))
  const isCore = need.kind.startsWith('core')
  const words = useSayAll(need.coded)(need.coded, need.words ?? '')
  const Words = need.coded?.length ? 'span' : 'code' // a sentence of the panel, or the core's own output
  if (text === '') return null // its words are still being loaded
  return (
    <li className={styles.row} data-tone={tone} data-need={need.kind}>
      <AlertIcon size={18} />
      <div className={styles.body}>
        {need.to ? (
          <Link to={need.to} className={styles.link}>
            {text}
          </Link>
        ) : (
          <span>{text}</span>
        )}
        {words && (
          <Words className={styles.words} dir="auto">
            {words}
          </Words>
        )}
        {need.since && (
          <span className={styles.since}>{t('home.needSince', { when: measures.moment(need.since) })}</span>
        )}
        {need.words && !need.to && <Culprit words={need.words} />}
      </div>
      {fix && need.to && (
        <span className={styles.fix} aria-hidden="true">
          {t(fix)}
        </span>
      )}
      {need.kind === 'clock' && <AcceptClock />}
      {need.kind === 'coreFailed' && <RollBack actions={actions} />}
      {isCore && <CoreButton status={status} actions={actions} />}
    </li>
  )
}

/** After a clock jump, no client is disabled or renewed by date until an operator accepts the new time. */
function AcceptClock() {
  const { t, api, questions, queries } = useApp()
  const accept = useMutation({
    mutationFn: () => api.call(endpoints.traffic.acceptClock, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(endpoints.traffic.state) }),
  })
  async function ask() {
    const question = {
      title: t('home.acceptClockTitle'),
      text: t('home.acceptClockText'),
      verb: t('home.acceptClock'),
    }
    if (await questions.ask(question)) accept.mutate()
  }
  return (
    <Button
      label={t('home.acceptClock')}
      primary
      size="xs"
      loading={accept.isPending}
      onClick={() => void ask()}
    />
  )
}

/** The inbound that the core's error names. */
function Culprit({ words }: { words: string }) {
  const { t } = useApp()
  const { data: inbounds = [] } = useReply(endpoints.inbounds.options)
  const named = inbounds.find(({ tag }) => tag !== '' && words.includes(tag))
  if (!named) return null
  return (
    <Link to={`panel/inbounds?i=${named.id}`} className={styles.culprit}>
      {t('home.openInbound', { name: named.remark || named.tag })}
    </Link>
  )
}

/** Restores the last configuration that ran, if there is one. */
function RollBack({ actions }: { actions: CoreActions }) {
  const { t } = useApp()
  const { data: versions = [] } = useReply(endpoints.core.configVersions, { staleTime: 0 })
  const [last] = versions
  if (!last) return null
  return (
    <Button
      label={t('home.rollBack')}
      size="xs"
      leftSection={<BackIcon size={14} />}
      loading={actions.busy === 'rollBack'}
      onClick={() => void actions.rollBack(last)}
    />
  )
}

/** Starting a core that is not there installs it. */
function startWord(xray: Status['xray']): PlainKey {
  if (neverRan(xray)) return 'home.install'
  return xray.state === 'error' ? 'home.tryAgain' : 'home.start'
}

function CoreButton({ status: { xray }, actions }: { status: Status; actions: CoreActions }) {
  const { t } = useApp()
  // A core that runs without responding may still carry connections, so this asks first.
  const isUp = xray.uptime !== undefined
  return (
    <Button
      label={t(isUp ? 'home.restart' : startWord(xray))}
      primary
      size="xs"
      loading={actions.busy !== undefined}
      onClick={() => void (isUp ? actions.restart() : actions.start())}
    />
  )
}
