import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { CertificateList } from '#contract/certificates-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { useSayCoded } from '../../../ui/use-say-coded.ts'
import styles from './cdn-step.module.css'

interface Props {
  domain: string
  list: CertificateList
  onDone(): void
}

/** No certificate names the domain: gets one, without leaving the form. */
export function IssueHere({ domain, list, onDone }: Props) {
  const { t } = useTranslation()
  const { api } = useServices()
  const body = { names: [domain], method: 'http-01' as const, shortLived: false, use: {} }
  const issue = useMutation({
    mutationFn: () => api.call(endpoints.certificates.issue, { body }),
    onSettled: onDone,
  })
  const say = useSayCoded(issue.data?.errorCoded)
  const authority = list.authority.endsWith('.letsencrypt.org') ? 'Let’s Encrypt' : list.authority
  const isBusy =
    issue.isPending || list.certificates.some(({ names, busy }) => busy && names.includes(domain))
  return (
    <div className={styles.issue} data-issue>
      <p>{t('cdn.noCertificate', { domain: `\u2068${domain}\u2069` })}</p>
      <Button variant="default" loading={isBusy} onClick={() => issue.mutate()}>
        {t('cdn.issue')}
      </Button>
      <p className={styles.about}>
        {t('cdn.issueHint', { authority })}{' '}
        {list.terms !== '' && (
          <a href={list.terms} target="_blank" rel="noreferrer">
            {t('cdn.terms')}
          </a>
        )}
      </p>
      {issue.data && issue.data.error !== '' && (
        <Alert color="red" variant="light" role="alert" title={t('cdn.issueFailed')}>
          <p dir="auto">{say(issue.data.errorCoded, issue.data.error)}</p>
        </Alert>
      )}
      {issue.error && <Failed error={issue.error} title={t('cdn.issueFailed')} />}
    </div>
  )
}
