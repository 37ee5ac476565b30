import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CoreFile } from '#contract/core-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { DropZone, Uploading, useUpload } from '../../forms/drop-zone.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Failed, Loaded } from '../../ui/states.tsx'
import { PreflightResult } from './core-preflight.tsx'
import styles from './core-versions.module.css'
import { useOnlineHere } from './use-core-actions.ts'

interface Props {
  onDone: () => void
}

const sources = ['release', 'file', 'mirror'] as const
type Source = (typeof sources)[number]
const sourceKeys = {
  release: 'coreUpdate.fromRelease',
  file: 'coreUpdate.fromFile',
  mirror: 'coreUpdate.fromMirror',
} as const

/** Another core, from the official releases, a file or a mirror; it is installed once its hash is confirmed. */
export function CoreVersions({ onDone }: Props) {
  const { t } = useApp()
  const [source, setSource] = useState<Source>('release')
  return (
    <div className="stack16 breakAnywhere">
      <SegmentedControl
        aria-label={t('coreUpdate.source')}
        className="atStart"
        value={source}
        onChange={(value) => setSource(sources.find((one) => one === value) ?? 'release')}
        data={sources.map((value) => ({ value, label: t(sourceKeys[value]) }))}
      />
      {source === 'release' ? (
        <Releases onDone={onDone} />
      ) : (
        <BroughtCore key={source} from={source}>
          {({ name, sha256 }) => (
            <Confirm
              key={sha256}
              candidate={{ at: 'file', title: name, asset: name, sha256, known: false, page: undefined }}
              onDone={onDone}
            />
          )}
        </BroughtCore>
      )}
    </div>
  )
}

function Releases({ onDone }: Props) {
  const { t } = useApp()
  const [chosen, setChosen] = useState('')
  const list = useReply(endpoints.core.versions)
  return (
    <>
      <Loaded query={list} rows={1}>
        {(versions) => (
          <NativeSelect
            label={t('coreUpdate.release')}
            value={chosen}
            data={[{ value: '', label: t('coreUpdate.choose') }, ...versions]}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
      </Loaded>
      {chosen && <Release key={chosen} version={chosen} onDone={onDone} />}
    </>
  )
}

function Release({ version, onDone }: Props & { version: string }) {
  const release = useReply(endpoints.core.release, { params: { version } })
  return (
    <Loaded query={release}>
      {(found) => (
        <Confirm
          candidate={{ ...found, at: `v${found.version}`, title: `Xray ${found.version}` }}
          onDone={onDone}
        />
      )}
    </Loaded>
  )
}

interface Candidate {
  /** A version, or `file` for the file with this hash. */
  at: string
  title: string
  /** Name of the archive. */
  asset: string
  sha256: string
  /** The panel knows the hash by itself. */
  known: boolean
  /** Where the release names its hash; a file has none. */
  page: string | undefined
}

function Confirm({ candidate, onDone }: Props & { candidate: Candidate }) {
  const { t, api, questions, toasts } = useApp()
  const onlineHere = useOnlineHere()
  const { title, asset, sha256, known, page } = candidate
  const at = { params: { version: candidate.at } }
  const preflight = useMutation({
    mutationFn: () => api.call(endpoints.core.preflight, { ...at, body: { sha256 } }),
  })
  const install = useMutation({
    mutationFn: (force: boolean) =>
      api.call(endpoints.core.install, { ...at, body: { sha256, ...(force && { force: 'true' }) } }),
    onSuccess() {
      toasts.show({ tone: 'good', text: t('coreUpdate.installed', { name: title }) })
      onDone()
    },
  })
  async function ask(force: boolean) {
    const warning = force ? `${t('preflight.anywayText')} ` : ''
    const question = {
      title: t('coreUpdate.installTitle', { name: title }),
      text: `${warning}${t('coreUpdate.installText', { hash: sha256 })} ${t('home.restartText', { count: await onlineHere() })}`,
      verb: force ? t('preflight.anyway') : t('coreUpdate.install'),
      danger: force,
    }
    if (await questions.ask(question)) install.mutate(force)
  }
  return (
    <>
      <p>{t(hashKey(candidate), { asset })}</p>
      <p className={styles.hash}>
        <code dir="ltr">{sha256}</code>
        <CopyButton text={sha256} what="SHA-256" />
      </p>
      {!known && page === undefined && <p>{t('coreUpdate.compareFile')}</p>}
      {!known && page !== undefined && (
        <p>
          {t('coreUpdate.compare')}{' '}
          <a href={page} target="_blank" rel="noreferrer" dir="ltr">
            {page}
          </a>
        </p>
      )}
      {preflight.error && <Failed error={preflight.error} title={t('preflight.notRun')} />}
      {install.error && <Failed error={install.error} title={t('preflight.notInstalled')} />}
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
            label={known ? t('preflight.try') : t('preflight.tryConfirmed')}
            primary
            className="atStart"
            call={preflight}
          />
        </>
      )}
    </>
  )
}

function hashKey({ known, page }: Candidate) {
  if (known) return 'coreUpdate.hashKnown'
  return page === undefined ? 'coreUpdate.hashFile' : 'coreUpdate.hashNamed'
}

interface BroughtProps {
  from: 'file' | 'mirror'
  /** What follows once the panel has the file. */
  children: (file: CoreFile) => ReactNode
}

/** A core that the operator brings: an upload, or the address of a mirror. */
function BroughtCore({ from, children }: BroughtProps) {
  const [file, setFile] = useState<CoreFile>()
  return (
    <>
      {from === 'file' ? <FromFile onFile={setFile} /> : <FromMirror onFile={setFile} />}
      {file && children(file)}
    </>
  )
}

function FromFile({ onFile }: { onFile: (file: CoreFile) => void }) {
  const { t, measures } = useApp()
  const [name, setName] = useState('')
  const upload = useUpload(endpoints.core.file, onFile)
  function take([file]: File[]) {
    if (!file) return
    setName(file.name)
    const form = new FormData()
    form.append('file', file)
    upload.send(form)
  }
  const share = measures.percent(upload.share * 100)
  return (
    <>
      {upload.busy ? (
        <Uploading
          share={upload.share}
          said={t('coreUpdate.uploading', { name, share })}
          onCancel={upload.cancel}
        />
      ) : (
        <DropZone label={t('coreUpdate.drop')} hint={t('coreUpdate.dropHint')} onFiles={take} />
      )}
      {upload.error && <Failed error={upload.error} title={t('coreUpdate.notTaken')} />}
    </>
  )
}

function FromMirror({ onFile }: { onFile: (file: CoreFile) => void }) {
  const { t, api } = useApp()
  const [url, setUrl] = useState('')
  const fetching = useMutation({
    mutationFn: () => api.call(endpoints.core.mirror, { body: { url: url.trim() } }),
    onSuccess: onFile,
  })
  return (
    <>
      <TextInput
        label={t('coreUpdate.url')}
        description={t('coreUpdate.urlHint')}
        placeholder="https://mirror.example.com/Xray-linux-64.zip"
        dir="ltr"
        type="url"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Button
        label={t('coreUpdate.fetch')}
        primary
        className="atStart"
        call={fetching}
        disabled={url.trim() === ''}
      />
      {fetching.error && <Failed error={fetching.error} title={t('coreUpdate.notTaken')} />}
    </>
  )
}
