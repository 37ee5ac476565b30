import type { CertificateList } from '#contract/certificates-api.ts'
import type { AllSettingView } from '#contract/settings.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useReply } from '../../../api/use-reply.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LockIcon } from '../../../ui/icons.tsx'
import layout from '../../../ui/layout.module.css'
import { Loaded } from '../../../ui/loaded.tsx'
import styles from '../backup/backup.module.css'
import { Card } from '../card.tsx'
import type { SettingWords } from '../words.ts'
import { CertificateRow, useOwnerName } from './certificate-row.tsx'
import { GetCertificate } from './get-certificate.tsx'

/** The section Certificates: what is used where and until when, and a form that gets one. */
export function CertificateCards({ words, stored }: { words: SettingWords; stored: AllSettingView }) {
  const { t } = useTranslation()
  const list = useReply(endpoints.certificates.list, {
    // An event also reports the end of a running order, but a proxy may drop it.
    refetchInterval: ({ state }) => (state.data?.certificates.some(({ busy }) => busy) ? 3_000 : false),
  })
  return (
    <Loaded query={list} rows={4}>
      {(found) => (
        <>
          <Card id="certificates" words={words}>
            <div className={layout.column16}>
              {found.certificates.length + found.byFiles.length === 0 && (
                <EmptyState
                  icon={LockIcon}
                  title={t('certificates.noneTitle')}
                  text={t('certificates.noneText')}
                />
              )}
              {found.certificates.length > 0 && (
                <ul className={layout.list} aria-label={t('certificates.list')}>
                  {found.certificates.map((certificate) => (
                    <CertificateRow key={certificate.id} certificate={certificate} />
                  ))}
                </ul>
              )}
              {found.byFiles.length > 0 && <ByFiles list={found.byFiles} />}
            </div>
          </Card>
          <Card id="newCertificate" words={words}>
            <GetCertificate list={found} stored={stored} />
          </Card>
        </>
      )}
    </Loaded>
  )
}

/** Certificates that another program renews: the panel watches the files and serves their content. */
function ByFiles({ list }: { list: CertificateList['byFiles'] }) {
  const { t, measures } = useTranslation()
  const nameOf = useOwnerName()
  return (
    <div>
      <p className={layout.prose90}>{t('certificates.byFiles')}</p>
      <ul className={layout.list}>
        {list.map((one) => (
          <li key={`${one.of} ${one.inboundId} ${one.file}`} className={layout.settingRow}>
            <div className={styles.rowName}>
              <span className={styles.when}>{nameOf(one)}</span>
              <span className={layout.dimFacts}>
                <span>{t('certificates.until', { date: measures.moment(one.notAfter) })}</span>
              </span>
              <bdi className={styles.file}>{one.file}</bdi>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
