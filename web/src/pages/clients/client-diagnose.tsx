import { useQuery } from '@tanstack/react-query'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { diagnose, type Finding } from '#domain/clients/diagnose.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx'
import styles from './client-drawer.module.css'
import { type Seen, usedOf } from './client-view.ts'
import { useInbounds } from './use-clients.ts'

const words: Record<string, PlainKey> = {
  'core runs': 'diagnose.coreRuns',
  'core stopped': 'diagnose.coreStopped',
  'enabled on': 'diagnose.enabled',
  'enabled off': 'diagnose.disabled',
  'quota unlimited': 'diagnose.quotaUnlimited',
  'quota used': 'diagnose.quotaUsed',
  'quota nearly': 'diagnose.quotaNearly',
  'quota left': 'diagnose.quotaLeft',
  'time delayed': 'diagnose.timeDelayed',
  'time never': 'diagnose.timeNever',
  'time over': 'diagnose.timeOver',
  'time left': 'diagnose.timeLeft',
  'inbounds none': 'diagnose.inboundsNone',
  'inbounds off': 'diagnose.inboundsOff',
  'inbounds some': 'diagnose.inboundsSome',
  'inbounds on': 'diagnose.inboundsOn',
  'seen now': 'diagnose.seenNow',
  'seen before': 'diagnose.seenBefore',
  'seen never': 'diagnose.seenNever',
}

/** "It does not work": what the panel knows, in the order in which one would look. */
export function ClientDiagnose({ client, seen }: { client: ClientSlim; seen: Seen }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const { data: status } = useQuery(replyOf(api, endpoints.status))
  const all = useInbounds()
  const findings = diagnose(
    {
      enable: client.enable,
      expiryTime: client.expiryTime,
      quota: client.totalGB,
      used: usedOf(client),
      online: seen.online.has(client.email),
      lastOnline: client.traffic.lastOnline,
      inbounds: all.filter(({ id }) => client.inboundIds.includes(id)),
      coreRuns: status?.xray.state === 'running',
    },
    seen.now,
  )
  const reason = findings.find(({ answer }) => answer === 'bad')
  return (
    <>
      <p className={styles.dim}>{t(reason ? 'diagnose.found' : 'diagnose.nothing')}</p>
      <ul className={styles.rows}>
        {findings.map((finding) => (
          <Line key={finding.question} finding={finding} />
        ))}
      </ul>
    </>
  )
}

function Line({ finding: { question, answer, what } }: { finding: Finding }) {
  const { t } = useTranslation()
  const key = words[`${question} ${what}`]
  const Icon = answer === 'good' ? CheckIcon : AlertIcon
  return (
    <li className={styles.finding} data-answer={answer}>
      <Icon size={18} />
      {key && t(key)}
    </li>
  )
}
