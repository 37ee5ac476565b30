import type { ClientSlim } from '#contract/client-bodies.ts'
import type { Diagnosis, Finding as HealthFinding } from '#contract/health-api.ts'
import { reasonOf } from '#domain/clients/reason.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { timeOf } from '../../health/checked.ts'
import { placeFor, placeName } from '../../health/finding-places.ts'
import { fixOf, useFix } from '../../health/fix-button.tsx'
import { isolated } from '../../i18n/measures.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { useApp } from '../../services.tsx'
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx'
import { type sayCoded, sayError, useSayCoded } from '../../ui/say-error.ts'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './client-drawer.module.css'
import type { Seen } from './client-view.ts'
import { inboundName } from './inbound-name.ts'
import { useActions } from './use-actions.ts'
import { useClientInbounds, useInbounds } from './use-clients.ts'

const keys: Record<string, PlainKey> = {
  'core runs': 'diagnose.coreRuns',
  'core stopped': 'diagnose.coreStopped',
  'core partly': 'diagnose.corePartly',
  'core elsewhere': 'diagnose.coreElsewhere',
  'enabled on': 'diagnose.enabled',
  'enabled off': 'diagnose.disabled',
  'enabled group': 'diagnose.groupEnded',
  'quota unlimited': 'diagnose.quotaUnlimited',
  'quota nearly': 'diagnose.quotaNearly',
  'quota left': 'diagnose.quotaLeft',
  'time delayed': 'diagnose.timeDelayed',
  'time never': 'diagnose.timeNever',
  'time left': 'diagnose.timeLeft',
  'inbounds none': 'diagnose.inboundsNone',
  'inbounds off': 'diagnose.inboundsOff',
  'inbounds some': 'diagnose.inboundsSome',
  'inbounds closed': 'diagnose.inboundsClosed',
  'inbounds someClosed': 'diagnose.inboundsSomeClosed',
  'inbounds on': 'diagnose.inboundsOn',
  'entries unchecked': 'diagnose.entriesUnchecked',
  'key known': 'diagnose.keyKnown',
  'key unknown': 'diagnose.keyUnknown',
  'key some': 'diagnose.keySome',
  'devices blocked': 'diagnose.devicesBlocked',
  'speed ended': 'diagnose.speedEnded',
  'speed day': 'diagnose.speedDay',
  'speed ip': 'diagnose.speedIp',
  'subscription off': 'diagnose.subscriptionOff',
  'seen now': 'diagnose.seenNow',
  'seen before': 'diagnose.seenBefore',
  'seen never': 'diagnose.seenNever',
}

type Answer = Diagnosis['answers'][number]

const none: readonly Answer[] = []
/** Some answers follow from what the panel sees every few seconds, which no event tells. */
const everyMs = 15_000

/** What the panel knows about why a client can or cannot connect. */
export function useDiagnosis({ email }: ClientSlim) {
  const { data } = useReply(endpoints.health.client, {
    ...{ params: { email }, staleTime: 0, refetchInterval: everyMs },
  })
  const answers = data?.answers ?? none
  const [cause] = answers.flatMap(({ causes }) => causes)
  return {
    /** Empty until they are known. */
    answers,
    reason: reasonOf(answers),
    /** Milliseconds: all checks have looked since then; 0 while one has never looked. */
    checkedAt: data?.checkedAt ?? 0,
    say: useSayCoded(cause?.sentenceCoded),
  }
}

/** The reason in one sentence, then everything that was looked at. */
export function ClientDiagnose({ client, seen }: { client: ClientSlim; seen: Seen }) {
  const words = useTranslation()
  const { t } = words
  const { answers, reason, checkedAt, say } = useDiagnosis(client)
  if (answers.length === 0) return null
  const calm =
    checkedAt > 0
      ? t('diagnose.nothing', { time: timeOf(checkedAt, seen.now, words) })
      : t('diagnose.nothingYet')
  const found = t(reason?.answer === 'bad' ? 'diagnose.found' : 'diagnose.hindered')
  return (
    <>
      <p className="dim">{reason ? found : calm}</p>
      {reason && (
        <ul className={styles.why} data-why>
          <Line finding={reason} {...{ client, say }} at={checkedAt} />
        </ul>
      )}
      <ul>
        {answers
          .filter((finding) => finding !== reason)
          .map((finding) => (
            <Line key={finding.question} finding={finding} {...{ client, say }} at={checkedAt} />
          ))}
      </ul>
    </>
  )
}

/** So many reasons are said; the rest is on the page Health. */
const MOST_CAUSES = 3

type Words = Pick<ReturnType<typeof useTranslation>, 't' | 'measures'>

/** Sentences that name something. */
function namingWords({ question, what, params }: Answer, { t, measures }: Words): string | undefined {
  const { used, total, at, count, days } = params as Record<string, number> // as domain/clients/diagnose writes them
  const when = measures.fromNow(at ?? 0, Date.now())
  const address = isolated(String(params.address))
  const sentences: Record<string, () => string> = {
    'quota used': () =>
      t('diagnose.quotaUsed', { used: measures.bytes(used ?? 0), total: measures.bytes(total ?? 0) }),
    'time over': () => t('diagnose.timeOver', { when }),
    'handshake own': () => t('diagnose.handshakeOwn', { when, address }),
    'handshake key': () => t('diagnose.handshakeKey', { when, address }),
    'handshake name': () =>
      t('diagnose.handshakeName', { when, address, name: isolated(String(params.name)) }),
    'handshake reality': () => t('diagnose.handshakeReality', { when, address }),
    'devices refused': () => t('diagnose.devicesRefused', { when, count: count ?? 0 }),
    'devices some': () => t('diagnose.devicesSome', { count: count ?? 0 }),
    'addresses refused': () => t('diagnose.addressesRefused', { when, address, count: count ?? 0 }),
    'seen waiting': () => t('diagnose.seenWaiting', { days: measures.days(days ?? 0) }),
  }
  return sentences[`${question} ${what}`]?.()
}

export function findingWords(answer: Answer, words: Words, say: typeof sayCoded): string {
  const { question, what, causes } = answer
  const { t } = words
  const reason = causes
    .slice(0, MOST_CAUSES)
    .map(({ sentenceCoded, sentence }) => say(sentenceCoded, sentence))
    .join(' ')
  if (question === 'entries' && what === 'down') return t('diagnose.entriesDown', { reason })
  if (question === 'entries' && what === 'some') return t('diagnose.entriesSome', { reason })
  const key = keys[`${question} ${what}`]
  return key ? t(key) : (namingWords(answer, words) ?? '')
}

interface LineProps {
  finding: Answer
  client: ClientSlim
  say: typeof sayCoded
  /** When the checks looked. */
  at: number
}

function Line({ finding, client, say, at }: LineProps) {
  const words = useTranslation()
  const now = useMinute()
  const fixes = useFixes(client)(finding)
  const Icon = finding.answer === 'good' ? CheckIcon : AlertIcon
  return (
    <li className={styles.finding} data-answer={finding.answer}>
      <Icon size={18} />
      <span className={styles.findingText} dir="auto">
        {finding.what === 'up'
          ? words.t('diagnose.entriesUp', { time: timeOf(at, now, words) })
          : findingWords(finding, words, say)}
      </span>
      {fixes.length > 0 && (
        <span className={styles.fixes}>
          {fixes.map(({ label, run }) => (
            <button key={label} type="button" className={styles.fix} onClick={run}>
              <bdi>{label}</bdi>
            </button>
          ))}
        </span>
      )}
    </li>
  )
}

interface Fix {
  label: string
  run(): void
}

const subscriptionSetting = `${paths.settings}?section=subscription&at=subEnable`

/** So many inbounds are offered; the rest is in the settings of the client. */
const MOST = 3

/** What mends a finding, one click each; the change can be undone as anywhere else. */
function useFixes(client: ClientSlim): (finding: Answer) => Fix[] {
  const { t, api, router, toasts } = useApp()
  const actions = useActions()
  const fitting = useClientInbounds()
  const inbounds = useInbounds()
  const { fix } = useFix()
  const { email } = client
  const startCore = () =>
    api
      .call(endpoints.core.restart)
      .catch((error) =>
        toasts.show({ tone: 'bad', text: t('clients.actionFailed', { reason: sayError(t, error) }) }),
      )
  const renew = { label: t('verb.renew'), run: () => router.setParams({ renew: email }, 'push') }
  const reset = { label: t('verb.reset'), run: () => void actions.resetTraffic([client]) }
  const attach = () =>
    fitting.slice(0, MOST).map((inbound) => ({
      label: t('diagnose.attach', { name: inboundName(inbound) }),
      run: () => void actions.attach([client], [inbound.id]),
    }))
  const openOff = () =>
    inbounds
      .filter(({ id, enable }) => client.inboundIds.includes(id) && !enable)
      .slice(0, MOST)
      .map((inbound) => ({
        label: t('diagnose.open', { name: inboundName(inbound) }),
        run: () => router.go(`${paths.inbounds}?i=${inbound.id}`),
      }))
  /** What the panel can do about the first cause that it can mend. */
  const mend = (causes: readonly HealthFinding[]): Fix[] => {
    const [found] = causes.flatMap(({ id, action }) => {
      const name = fixOf(action)
      return name ? [{ id, name }] : []
    })
    return found ? [{ label: t(`finding.fix.${found.name}`), run: () => void fix(found.id, found.name) }] : []
  }
  /** Where each cause is dealt with. */
  const lookAt = (causes: readonly HealthFinding[]) => [
    ...mend(causes),
    ...[...new Map(causes.map((cause) => [placeFor(cause), cause]))].slice(0, MOST).map(([to, cause]) => ({
      label: t('diagnose.open', { name: placeName(t, cause, to) }),
      run: () => router.go(to),
    })),
  ]
  const fixes: Record<string, (causes: readonly HealthFinding[]) => Fix[]> = {
    'core stopped': () => [{ label: t('diagnose.startCore'), run: () => void startCore() }],
    'enabled off': () => [{ label: t('verb.enable'), run: () => void actions.setEnable([client], true) }],
    'quota used': () => [renew, reset],
    'quota nearly': () => [renew, reset],
    'time over': () => [renew],
    'entries down': lookAt,
    'entries some': lookAt,
    'inbounds none': attach,
    'inbounds off': openOff,
    'inbounds some': openOff,
    'subscription off': () => [
      { label: t('diagnose.open', { name: t('nav.settings') }), run: () => router.go(subscriptionSetting) },
    ],
    'seen never': () => [
      { label: t('verb.qr'), run: () => router.setParams({ c: email, tab: 'access' }, 'push') },
    ],
  }
  return ({ question, what, causes }) => fixes[`${question} ${what}`]?.(causes) ?? []
}
