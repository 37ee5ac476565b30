import { Alert, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CertificateList } from '#contract/certificates-api.ts'
import type { Inbound } from '#contract/inbound.ts'
import { cdnPorts, freeCdnPorts } from '#domain/inbounds/cdn-ports.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { Failed } from '../../../ui/states.tsx'
import styles from './cdn-step.module.css'
import { certificateChoices, type KnownCertificate } from './certificate-files.ts'
import { certificateFor } from './key-material.ts'

export interface CdnChoice {
  domain: string
  port: number
  certificate: KnownCertificate
}

interface Props {
  all: readonly Inbound[]
  /** Ports that are taken by the panel itself. */
  ports: readonly number[]
  isBusy: boolean
  onChosen(choice: CdnChoice): void
  onBack(): void
}

const isDomain = (text: string) => /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/i.test(text)
/** While one is being issued. */
const ASK_AGAIN_MS = 4_000

/** What an inbound behind a CDN needs, each asked once: the domain, a port that CDNs pass on, a certificate. */
export function CdnStep({ all, ports, isBusy, onChosen, onBack }: Props) {
  const { t } = useApp()
  const refresh = useRefresh(endpoints.certificates.list)
  const own = useReply(endpoints.tlsTools.webCertFiles)
  const list = useReply(endpoints.certificates.list, {
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.certificates.some(({ busy }) => busy) ? ASK_AGAIN_MS : false,
  })
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const [picked, setPicked] = useState<string>()
  const free = freeCdnPorts([...all.filter(runsHere).map(({ port }) => port), ...ports])
  const [port, setPort] = useState<number>(free[0] ?? cdnPorts[0])
  const domain = typed.trim().toLowerCase()
  const isNamed = isDomain(domain)
  const choices = certificateChoices(own.data, list.data?.certificates ?? [])
  const fitting = certificateFor(domain, choices)
  const file = picked ?? fitting?.certificateFile ?? ''
  const chosen = choices.find(({ certificateFile }) => certificateFile === file)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!isNamed) return
    const { certificateFile = '', keyFile = '' } = chosen ?? {}
    onChosen({ domain, port, certificate: { certificateFile, keyFile, serverName: domain } })
  }

  return (
    <form className={styles.step} onSubmit={submit} data-cdn-step noValidate>
      <p className="dim">{t('cdn.about')}</p>
      <TextInput
        name="domain"
        label={t('cdn.domain')}
        description={t('cdn.domainHint')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isTried && !isNamed && t('cdn.domainBad')}
        placeholder="cdn.example.com"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        data-autofocus
      />
      <NativeSelect
        name="port"
        label={t('cdn.port')}
        description={t(free.length > 0 ? 'cdn.portHint' : 'cdn.portNone')}
        value={String(port)}
        data={(free.length > 0 ? free : cdnPorts).map(String)}
        onChange={(event) => setPort(Number(event.currentTarget.value))}
      />
      <NativeSelect
        name="certificate"
        label={t('cdn.certificate')}
        value={file}
        data={[
          ...choices.map(({ certificateFile, names }) => ({
            value: certificateFile,
            label: names.join(', ') || t('cdn.panelCertificate'),
          })),
          { value: '', label: t('cdn.later') },
        ]}
        onChange={(event) => setPicked(event.currentTarget.value)}
      />
      {isNamed && !fitting && list.data && (
        <IssueHere
          domain={domain}
          list={list.data}
          onDone={() => {
            setPicked(undefined)
            void refresh()
          }}
        />
      )}
      <div className="buttonsAtEnd">
        <Button label={t('cdn.back')} onClick={onBack} />
        <Button label={t('cdn.next')} primary type="submit" loading={isBusy} />
      </div>
    </form>
  )
}

/** No certificate names the domain: gets one, without leaving the form. */
function IssueHere({ domain, list, onDone }: { domain: string; list: CertificateList; onDone(): void }) {
  const { t } = useApp()
  const body = { names: [domain], method: 'http-01' as const, shortLived: false, use: {} }
  const issue = useCall(endpoints.certificates.issue, { onSettled: onDone })
  const say = useSayCoded(issue.data?.errorCoded)
  const authority = list.authority.endsWith('.letsencrypt.org') ? 'Let’s Encrypt' : list.authority
  const isBusy =
    issue.isPending || list.certificates.some(({ names, busy }) => busy && names.includes(domain))
  return (
    <div className={styles.issue} data-issue>
      <p>{t('cdn.noCertificate', { domain: `\u2068${domain}\u2069` })}</p>
      <Button label={t('cdn.issue')} loading={isBusy} onClick={() => issue.mutate({ body })} />
      <p className={styles.about}>
        {t('cdn.issueHint', { authority })}{' '}
        {list.terms !== '' && (
          <a href={list.terms} target="_blank" rel="noreferrer">
            {t('cdn.terms')}
          </a>
        )}
      </p>
      {issue.data && issue.data.error !== '' && (
        <Alert color="red" role="alert" title={t('cdn.issueFailed')}>
          <p dir="auto">{say(issue.data.errorCoded, issue.data.error)}</p>
        </Alert>
      )}
      {issue.error && <Failed error={issue.error} title={t('cdn.issueFailed')} />}
    </div>
  )
}
