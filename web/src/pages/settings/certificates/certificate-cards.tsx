import { Alert } from '@mantine/core'
import type { CertificateList, CertificateUse, CertificateView } from '#contract/certificates-api.ts'
import type { AllSettingView } from '#contract/settings.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LockIcon, TrashIcon } from '../../../ui/icons.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { EmptyState, Failed, Loaded } from '../../../ui/states.tsx'
import styles from '../backup/backup.module.css'
import { Card } from '../card.tsx'
import type { SettingWords } from '../words.ts'
import { GetCertificate } from './get-certificate.tsx'

/** The section Certificates: what is used where and until when, and a form that gets one. */
export function CertificateCards({ words, stored }: { words: SettingWords; stored: AllSettingView }) {
  const { t } = useApp()
  const list = useReply(endpoints.certificates.list, {
    // An event also reports the end of a running order, but a proxy may drop it.
    refetchInterval: ({ state }) => (state.data?.certificates.some(({ busy }) => busy) ? 3_000 : false),
  })
  return (
    <Loaded query={list} rows={4}>
      {(found) => (
        <>
          <Card id="certificates" words={words}>
            <div className="column16">
              {found.certificates.length + found.byFiles.length === 0 && (
                <EmptyState
                  icon={LockIcon}
                  title={t('certificates.noneTitle')}
                  text={t('certificates.noneText')}
                />
              )}
              {found.certificates.length > 0 && (
                <ul aria-label={t('certificates.list')}>
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
  const { t, measures } = useApp()
  const nameOf = useOwnerName()
  return (
    <div>
      <p className="prose90">{t('certificates.byFiles')}</p>
      <ul>
        {list.map((one) => (
          <li key={`${one.of} ${one.inboundId} ${one.file}`} className="settingRow">
            <div className="settingName">
              <span className={styles.when}>{nameOf(one)}</span>
              <span className="dimFacts">
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

const states = {
  none: 'certificates.stateNone',
  valid: 'certificates.stateValid',
  expired: 'certificates.stateExpired',
  revoked: 'certificates.stateRevoked',
} as const

/** One certificate: its names, who uses it, until when, what went wrong, and what can be done. */
export function CertificateRow({ certificate }: { certificate: CertificateView }) {
  const { t, measures } = useApp()
  const nameOf = useOwnerName()
  const { names, state, busy, notAfter, renewAt, error, errorCoded, usedBy } = certificate
  const say = useSayCoded(errorCoded)
  const title = names.join(', ')
  return (
    <li className="settingRow" data-certificate={state}>
      <div className="settingName">
        <bdi className={styles.when}>{title}</bdi>
        <span className="dimFacts">
          <span>{t(busy ? 'certificates.stateBusy' : states[state])}</span>
          {notAfter > 0 && <span>{t('certificates.until', { date: measures.moment(notAfter) })}</span>}
          {renewAt > 0 && <span>{t('certificates.renewed', { date: measures.moment(renewAt) })}</span>}
        </span>
        <span className="dimFacts">
          {usedBy.length === 0 ? t('certificates.unused') : usedBy.map(nameOf).join(' · ')}
        </span>
      </div>
      <Verbs certificate={certificate} title={title} />
      {error !== '' && (
        <Alert color="red" w="100%">
          <p dir="auto">{say(errorCoded, error)}</p>
        </Alert>
      )}
    </li>
  )
}

const useWords = [
  ['panel', 'certificates.useForPanel'],
  ['subscription', 'certificates.useForSubscriptions'],
] as const

function Verbs({ certificate, title }: { certificate: CertificateView; title: string }) {
  const { t, questions, toasts } = useApp()
  const { id, state, busy, usedBy } = certificate
  const onSettled = useRefresh(endpoints.certificates.list, endpoints.setting.all)
  const params = { id: String(id) }
  const renew = useCall(endpoints.certificates.renew, { onSettled })
  const revoke = useCall(endpoints.certificates.revoke, { onSettled })
  const removal = useCall(endpoints.certificates.del, { onSettled })
  const use = useCall(endpoints.certificates.use, {
    onSuccess: ({ restart }) =>
      toasts.show({ tone: 'good', text: t(restart ? 'certificates.restart' : 'certificates.used') }),
    onSettled,
  })
  const canUse = state === 'valid'
  const uses = canUse ? useWords.filter(([of]) => !usedBy.some((one) => one.of === of)) : []

  async function ask(verb: 'revoke' | 'delete') {
    const text = t(`certificates.${verb}Text`, { name: title })
    const question = { title: t(`certificates.${verb}Title`), text, verb: t(`certificates.${verb}`) }
    const call = verb === 'revoke' ? revoke : removal
    if (await questions.ask({ ...question, danger: true })) call.mutate({ params })
  }
  const again = t(state === 'none' ? 'certificates.retry' : 'certificates.renew')
  const failed = [renew, revoke, removal, use].find(({ error }) => error)?.error
  return (
    <>
      <div className={styles.buttons}>
        {uses.map(([of, word]) => (
          <Button
            key={of}
            label={t(word)}
            size="sm"
            onClick={() => use.mutate({ params, body: { [of]: true } })}
          />
        ))}
        <Button
          label={again}
          size="sm"
          loading={renew.isPending || busy}
          aria-label={`${again}: ${title}`}
          onClick={() => renew.mutate({ params })}
        />
        {canUse && (
          <Button
            label={t('certificates.revoke')}
            size="sm"
            loading={revoke.isPending}
            aria-label={`${t('certificates.revoke')}: ${title}`}
            onClick={() => ask('revoke')}
          />
        )}
        {usedBy.length === 0 && (
          <IconButton
            icon={TrashIcon}
            label={t('certificates.deleteNamed', { name: title })}
            loading={removal.isPending}
            onClick={() => ask('delete')}
          />
        )}
      </div>
      {failed && <Failed error={failed} />}
    </>
  )
}

/** What uses a certificate, in words. */
export function useOwnerName() {
  const { t } = useApp()
  return ({ of, name }: CertificateUse): string => {
    if (of === 'panel') return t('certificates.ofPanel')
    return of === 'subscription' ? t('certificates.ofSubscriptions') : t('certificates.ofInbound', { name })
  }
}
