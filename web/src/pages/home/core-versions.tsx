import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CoreRelease } from '#contract/core-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PreflightResult } from './core-preflight.tsx'
import styles from './core-versions.module.css'
import { useOnlineHere } from './use-online-here.ts'

/** The releases of the core; another one is installed once its hash is confirmed. */
export function CoreVersions({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const [chosen, setChosen] = useState('')
  const list = useQuery(replyOf(api, endpoints.core.versions))
  return (
    <div className={styles.body}>
      <Loaded query={list} rows={1}>
        {(versions) => (
          <NativeSelect
            label={t('home.coreRelease')}
            value={chosen}
            data={[{ value: '', label: t('home.coreChoose') }, ...versions]}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
      </Loaded>
      {chosen && <Release key={chosen} version={chosen} onDone={onDone} />}
    </div>
  )
}

function Release({ version, onDone }: { version: string; onDone: () => void }) {
  const { api } = useServices()
  const release = useQuery(replyOf(api, endpoints.core.release, { params: { version } }))
  return <Loaded query={release}>{(found) => <Confirm release={found} onDone={onDone} />}</Loaded>
}

function Confirm({ release, onDone }: { release: CoreRelease; onDone: () => void }) {
  const { t } = useTranslation()
  const { api, questions, toasts } = useServices()
  const onlineHere = useOnlineHere()
  const { version, asset, sha256, known, page } = release
  const at = { params: { version: `v${version}` } }
  const preflight = useMutation({
    mutationFn: () => api.call(endpoints.core.preflight, { ...at, body: { sha256 } }),
  })
  const install = useMutation({
    mutationFn: (force: boolean) =>
      api.call(endpoints.core.install, { ...at, body: { sha256, ...(force && { force: 'true' }) } }),
    onSuccess() {
      toasts.show({ tone: 'good', text: t('home.coreInstalled', { version }) })
      onDone()
    },
  })
  async function ask(force: boolean) {
    const warning = force ? `${t('preflight.anywayText')} ` : ''
    const question = {
      title: t('home.coreInstallTitle', { version }),
      text: `${warning}${t('home.coreInstallText', { hash: sha256 })} ${t('home.restartText', { count: await onlineHere() })}`,
      verb: force ? t('preflight.anyway') : t('home.coreInstall'),
      danger: force,
    }
    if (await questions.ask(question)) install.mutate(force)
  }
  return (
    <>
      <p>{known ? t('home.coreHashKnown', { asset }) : t('home.coreHashNamed', { asset })}</p>
      <p className={styles.hash}>
        <code dir="ltr">{sha256}</code>
        <CopyButton text={sha256} what="SHA-256" />
      </p>
      {!known && (
        <p>
          {t('home.coreCompare')}{' '}
          <a href={page} target="_blank" rel="noreferrer" dir="ltr">
            {page}
          </a>
        </p>
      )}
      {preflight.error && <Failed error={preflight.error} />}
      {install.error && <Failed error={install.error} />}
      {preflight.data ? (
        <PreflightResult
          found={preflight.data}
          isInstalling={install.isPending}
          onInstall={(force) => void ask(force)}
        />
      ) : (
        <>
          <p>{preflight.isPending ? t('preflight.going') : t('preflight.hint')}</p>
          <Button
            className={styles.verb ?? ''}
            loading={preflight.isPending}
            onClick={() => preflight.mutate()}
          >
            {known ? t('preflight.try') : t('preflight.tryConfirmed')}
          </Button>
        </>
      )}
    </>
  )
}
