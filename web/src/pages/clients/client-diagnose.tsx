import type { ClientSlim } from '#contract/client-bodies.ts'
import { diagnose, type Finding } from '#domain/clients/diagnose.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { useApp } from '../../services.tsx'
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx'
import { sayError } from '../../ui/say-error.ts'
import styles from './client-drawer.module.css'
import { type Seen, usedOf } from './client-view.ts'
import { inboundName } from './inbound-name.ts'
import { useActions } from './use-actions.ts'
import { useClientInbounds, useInbounds } from './use-clients.ts'

const keys: Record<string, PlainKey> = {
  'core runs': 'diagnose.coreRuns',
  'core stopped': 'diagnose.coreStopped',
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
  'seen now': 'diagnose.seenNow',
  'seen before': 'diagnose.seenBefore',
  'seen never': 'diagnose.seenNever',
}

/** What the panel knows about why a client can or cannot connect; nothing until the core's state is known. */
export function useFindings(client: ClientSlim, seen: Seen): Finding[] {
  const { data: status } = useReply(endpoints.status.status)
  const all = useInbounds()
  if (!status) return []
  return diagnose(
    {
      enable: client.enable,
      ended: client.ended,
      expiryTime: client.expiryTime,
      quota: client.totalGB,
      used: usedOf(client),
      online: seen.online.has(client.email),
      lastOnline: client.traffic.lastOnline,
      inbounds: all.filter(({ id }) => client.inboundIds.includes(id)),
      coreRuns: status.xray.state === 'running',
    },
    seen.now,
  )
}

/** Checks, the most likely cause first. */
export function ClientDiagnose({ client, seen }: { client: ClientSlim; seen: Seen }) {
  const { t } = useApp()
  const findings = useFindings(client, seen)
  const reason = findings.find(({ answer }) => answer === 'bad')
  return (
    <>
      <p className="dim">{t(reason ? 'diagnose.found' : 'diagnose.nothing')}</p>
      <ul>
        {findings.map((finding) => (
          <Line key={finding.question} finding={finding} client={client} />
        ))}
      </ul>
    </>
  )
}

export function findingWords(
  { question, what }: Finding,
  client: ClientSlim,
  { t, measures }: Pick<ReturnType<typeof useTranslation>, 't' | 'measures'>,
): string {
  const { totalGB, expiryTime } = client
  if (question === 'quota' && what === 'used')
    return t('diagnose.quotaUsed', { used: measures.bytes(usedOf(client)), total: measures.bytes(totalGB) })
  if (question === 'time' && what === 'over')
    return t('diagnose.timeOver', { when: measures.fromNow(expiryTime, Date.now()) })
  const key = keys[`${question} ${what}`]
  return key ? t(key) : ''
}

function Line({ finding, client }: { finding: Finding; client: ClientSlim }) {
  const words = useTranslation()
  const fixes = useFixes(client)(finding)
  const Icon = finding.answer === 'good' ? CheckIcon : AlertIcon
  return (
    <li className={styles.finding} data-answer={finding.answer}>
      <Icon size={18} />
      <span className={styles.findingText}>{findingWords(finding, client, words)}</span>
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
function useFixes(client: ClientSlim): (finding: Finding) => Fix[] {
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
  const fixes: Record<string, () => Fix[]> = {
    'core stopped': () => [{ label: t('diagnose.startCore'), run: () => void startCore() }],
    'enabled off': () => [{ label: t('verb.enable'), run: () => void actions.setEnable([client], true) }],
    'quota used': () => [renew, reset],
    'quota nearly': () => [renew, reset],
    'time over': () => [renew],
    'inbounds none': attach,
    'inbounds off': openOff,
    'inbounds some': openOff,
    'seen never': () => [
      { label: t('verb.qr'), run: () => router.setParams({ c: email, tab: 'access' }, 'push') },
    ],
  }
  return ({ question, what }) => fixes[`${question} ${what}`]?.() ?? []
}
