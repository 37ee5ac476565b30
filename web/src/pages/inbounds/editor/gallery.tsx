import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import { useApp } from '../../../services.tsx'
import { Failed } from '../../../ui/states.tsx'
import { freeName, freePort } from '../inbound-view.ts'
import { type CdnChoice, CdnStep } from './cdn-step.tsx'
import { type KnownCertificate, readCertificate } from './certificate-files.ts'
import styles from './gallery.module.css'
import { emptyTemplate, type Made, type Template, templates } from './template-list.ts'

const none: KnownCertificate = { certificateFile: '', keyFile: '', serverName: '' }

interface Props {
  all: readonly Inbound[]
  /** Ports that are taken by the panel itself. */
  ports: readonly number[]
  onMade(made: Made): void
}

/** Templates: one click fills the form with a working inbound. */
export function Gallery({ all, ports, onMade }: Props) {
  const { t, api } = useApp()
  const [asked, setAsked] = useState('')
  const found = useQuery({
    queryKey: ['certificate for templates'],
    queryFn: () => readCertificate(api),
    staleTime: 0,
  })
  const [behindCdn, setBehindCdn] = useState<Template>()
  const making = useMutation({
    mutationFn: async ({ template, cdn }: { template: Template; cdn?: CdnChoice }): Promise<Made> => {
      const ownCertificate = async () =>
        template.needsCertificate ? (found.data ?? (await readCertificate(api))) : none
      const form = await template.make({
        api,
        base: { port: cdn?.port ?? freePort(all, Math.random, ports), remark: freeName(all, template.name) },
        certificate: cdn?.certificate ?? (await ownCertificate()),
        domain: cdn?.domain ?? '',
      })
      return { form, fallbacks: template.fallbacks ?? [] }
    },
    onSuccess: onMade,
  })
  function pick(template: Template) {
    if (making.isPending) return
    setAsked(template.id)
    if (template.cdn) setBehindCdn(template)
    else making.mutate({ template })
  }
  if (behindCdn)
    return (
      <CdnStep
        all={all}
        ports={ports}
        isBusy={making.isPending}
        onChosen={(cdn) => making.mutate({ template: behindCdn, cdn })}
        onBack={() => setBehindCdn(undefined)}
      />
    )
  return (
    <div className="stack16">
      <p className="dim">{t('template.choose')}</p>
      {making.error && <Failed error={making.error} title={t('template.failed')} />}
      <ul className={styles.list}>
        {[...templates, emptyTemplate].map((template, i) => (
          <li key={template.id}>
            <button
              type="button"
              className={styles.card}
              data-template={template.id}
              aria-busy={making.isPending && asked === template.id}
              onClick={() => pick(template)}
            >
              <span className={styles.head}>
                {template === emptyTemplate ? (
                  <span className={styles.title}>{t('template.empty')}</span>
                ) : (
                  <span className={styles.title} dir="ltr">
                    {template.title}
                  </span>
                )}
                {i === 0 && <span className={styles.mark}>{t('template.best')}</span>}
              </span>
              <span className={styles.text}>{t(template.about)}</span>
              {template.needsCertificate && <CertificateNote certificate={found.data} />}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.status} role="status">
        {making.isPending && t('template.making')}
      </p>
    </div>
  )
}

/** Whether the form can be saved at once, or a certificate has to be found first. */
function CertificateNote({ certificate }: { certificate: KnownCertificate | undefined }) {
  const { t } = useApp()
  if (!certificate) return null
  const { certificateFile, serverName } = certificate
  if (certificateFile === '') return <span className={styles.needs}>{t('template.needsCertificate')}</span>
  return (
    <span className={styles.text}>
      {serverName === '' ? t('template.ownCertificate') : t('template.certificateOf', { name: serverName })}
    </span>
  )
}
