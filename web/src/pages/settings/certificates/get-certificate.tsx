import { Alert, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CertificateList, ChallengeMethod } from '#contract/certificates-api.ts'
import type { AllSettingView } from '#contract/settings.ts'
import { endpoints, useCall, useRefresh } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { Failed } from '../../../ui/states.tsx'
import styles from '../backup/backup.module.css'
import { suggestedName } from './suggested-name.ts'

const methods = {
  'http-01': { label: 'certificates.byHttp', hint: 'certificates.byHttpHint' },
  'tls-alpn-01': { label: 'certificates.byTls', hint: 'certificates.byTlsHint' },
  'dns-01': { label: 'certificates.byDns', hint: 'certificates.byDnsHint' },
} as const satisfies Record<ChallengeMethod, object>
const methodNames = Object.keys(methods) as ChallengeMethod[] // exactly the keys above

/** The name is filled in where it is known: then one press is enough. */
export function GetCertificate({ list, stored }: { list: CertificateList; stored: AllSettingView }) {
  const { t, toasts } = useApp()
  const [names, setNames] = useState(() => suggestedName(stored, location.hostname))
  const [method, setMethod] = useState<ChallengeMethod>('http-01')
  const [panel, setPanel] = useState(stored.webCertFile === '' && list.speaksTls.panel)
  const [subscription, setSubscription] = useState(stored.subCertFile === '' && list.speaksTls.subscription)
  const use = { ...(panel && { panel }), ...(subscription && { subscription }) }
  const issue = useCall(endpoints.certificates.issue, {
    onSuccess({ error, busy }) {
      if (error !== '' || busy) return
      const { speaksTls } = list
      const waits = (panel && !speaksTls.panel) || (subscription && !speaksTls.subscription)
      toasts.show({ tone: 'good', text: t(waits ? 'certificates.restart' : 'certificates.got') })
    },
    onSettled: useRefresh(endpoints.certificates.list),
  })
  const authority = list.authority.endsWith('.letsencrypt.org') ? 'Let’s Encrypt' : list.authority
  const say = useSayCoded(issue.data?.errorCoded)
  return (
    <form
      className="column16"
      onSubmit={(event) => {
        event.preventDefault()
        issue.mutate({ body: { names: names.split(/[\s,]+/), method, shortLived: false, use } })
      }}
    >
      <p className="prose90">{t('certificates.text', { authority })}</p>
      <div className="fieldGrid">
        <TextInput
          label={t('certificates.names')}
          description={t('certificates.namesHint')}
          value={names}
          onChange={(event) => setNames(event.currentTarget.value)}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="off"
        />
        <Select
          label={t('certificates.method')}
          description={t(methods[method].hint)}
          value={method}
          onChange={(value) => setMethod(methodNames.find((one) => one === value) ?? 'http-01')}
          data={methodNames.map((value) => ({
            value,
            label: t(methods[value].label),
            disabled: value === 'dns-01' && !list.hasDnsHook,
          }))}
          allowDeselect={false}
        />
      </div>
      <div className={styles.buttons}>
        <Switch
          label={t('certificates.forPanel')}
          checked={panel}
          onChange={(event) => setPanel(event.currentTarget.checked)}
        />
        <Switch
          label={t('certificates.forSubscriptions')}
          checked={subscription}
          onChange={(event) => setSubscription(event.currentTarget.checked)}
        />
      </div>
      <div className={styles.buttons}>
        <Button
          label={t('certificates.get')}
          primary
          type="submit"
          loading={issue.isPending}
          disabled={names.trim() === ''}
        />
      </div>
      <p className="dim85">
        {t('certificates.terms', { authority })}{' '}
        {list.terms !== '' && (
          <a className={styles.link} href={list.terms} target="_blank" rel="noreferrer">
            {t('certificates.readTerms')}
          </a>
        )}
      </p>
      {issue.data && issue.data.error !== '' && (
        <Alert color="red" title={t('certificates.failed')}>
          <p dir="auto">{say(issue.data.errorCoded, issue.data.error)}</p>
        </Alert>
      )}
      {issue.error && <Failed error={issue.error} title={t('certificates.failed')} />}
    </form>
  )
}
