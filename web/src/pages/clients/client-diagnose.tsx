import type { ClientSlim } from '#contract/client-bodies.ts'
import type { Finding as HealthFinding } from '#contract/health-api.ts'
import { diagnose, type Finding } from '#domain/clients/diagnose.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { timeOf } from '../../health/checked.ts'
import { placeFor, placeName } from '../../health/finding-places.ts'
import { useHealth } from '../../health/use-health.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { useApp } from '../../services.tsx'
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx'
import { type sayCoded, sayError, useSayCoded } from '../../ui/say-error.ts'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './client-drawer.module.css'
import { type Seen, usedOf } from './client-view.ts'
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
  'inbounds on': 'diagnose.inboundsOn',
  'entries unchecked': 'diagnose.entriesUnchecked',
  'seen now': 'diagnose.seenNow',
  'seen before': 'diagnose.seenBefore',
  'seen never': 'diagnose.seenNever',
}

type Found = Finding<HealthFinding>

const none: readonly HealthFinding[] = []

/** What the panel knows about why a client can or cannot connect. */
interface Diagnosis {
  /** Empty until the core's state and the findings are known. */
  findings: readonly Found[]
  /** Milliseconds: all checks have looked since then; 0 while one has never looked. */
  checkedAt: number
  say: typeof sayCoded
}

export function useDiagnosis(client: ClientSlim, seen: Seen): Diagnosis {
  const { data: status } = useReply(endpoints.status.status)
  const health = useHealth()
  const all = useInbounds()
  const checkedAt = health.data?.checkedAt ?? 0
  const facts = {
    enable: client.enable,
    ended: client.ended,
    expiryTime: client.expiryTime,
    quota: client.totalGB,
    used: usedOf(client),
    online: seen.online.has(client.email),
    lastOnline: client.traffic.lastOnline,
    inbounds: all.filter(({ id }) => client.inboundIds.includes(id)),
    coreRuns: status?.xray.state === 'running',
    findings: health.data?.findings ?? none,
    checkedAt,
  }
  const findings = status && !health.isPending ? diagnose(facts, seen.now) : []
  const [cause] = findings.flatMap(({ causes }) => causes)
  return { findings, checkedAt, say: useSayCoded(cause?.sentenceCoded) }
}

/** The reason in one sentence, then everything that was looked at. */
export function ClientDiagnose({ client, seen }: { client: ClientSlim; seen: Seen }) {
  const words = useTranslation()
  const { t } = words
  const { findings, checkedAt, say } = useDiagnosis(client, seen)
  const reason = findings.find(({ answer }) => answer === 'bad')
  if (findings.length === 0) return null
  const calm =
    checkedAt > 0
      ? t('diagnose.nothing', { time: timeOf(checkedAt, seen.now, words) })
      : t('diagnose.nothingYet')
  return (
    <>
      <p className="dim">{reason ? t('diagnose.found') : calm}</p>
      {reason && (
        <ul className={styles.why} data-why>
          <Line finding={reason} {...{ client, say }} at={checkedAt} />
        </ul>
      )}
      <ul>
        {findings
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

export function findingWords(
  { question, what, causes }: Found,
  client: ClientSlim,
  { t, measures }: Pick<ReturnType<typeof useTranslation>, 't' | 'measures'>,
  say: typeof sayCoded,
): string {
  const { totalGB, expiryTime } = client
  if (question === 'quota' && what === 'used')
    return t('diagnose.quotaUsed', { used: measures.bytes(usedOf(client)), total: measures.bytes(totalGB) })
  if (question === 'time' && what === 'over')
    return t('diagnose.timeOver', { when: measures.fromNow(expiryTime, Date.now()) })
  const reason = causes
    .slice(0, MOST_CAUSES)
    .map(({ sentenceCoded, sentence }) => say(sentenceCoded, sentence))
    .join(' ')
  if (question === 'entries' && what === 'down') return t('diagnose.entriesDown', { reason })
  if (question === 'entries' && what === 'some') return t('diagnose.entriesSome', { reason })
  const key = keys[`${question} ${what}`]
  return key ? t(key) : ''
}

interface LineProps {
  finding: Found
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
          : findingWords(finding, client, words, say)}
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

/** So many inbounds are offered; the rest is in the settings of the client. */
const MOST = 3

/** What mends a finding, one click each; the change can be undone as anywhere else. */
function useFixes(client: ClientSlim): (finding: Found) => Fix[] {
  const { t, api, router, toasts } = useApp()
  const actions = useActions()
  const fitting = useClientInbounds()
  const inbounds = useInbounds()
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
  /** Where each cause is dealt with. */
  const lookAt = (causes: readonly HealthFinding[]) =>
    [...new Map(causes.map((cause) => [placeFor(cause), cause]))].slice(0, MOST).map(([to, cause]) => ({
      label: t('diagnose.open', { name: placeName(t, cause, to) }),
      run: () => router.go(to),
    }))
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
    'seen never': () => [
      { label: t('verb.qr'), run: () => router.setParams({ c: email, tab: 'access' }, 'push') },
    ],
  }
  return ({ question, what, causes }) => fixes[`${question} ${what}`]?.(causes) ?? []
}
