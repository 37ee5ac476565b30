import { NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { CoreFile } from '#contract/core-file.ts'
import { endpoints, useRefresh, useReply } from '../../api/endpoints.ts'
import { DropZone, Uploading, useUpload } from '../../forms/drop-zone.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed, Loaded } from '../../ui/states.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { useStartCoreJob } from './use-core-job.ts'

interface Props {
  from: 'file' | 'mirror'
  /** The file that was just fetched from a mirror. */
  fetched: CoreFile | undefined
  /** What follows once a file is chosen. */
  children: (file: CoreFile) => ReactNode
}

/** A core that the operator brings: an upload, or the address of a mirror. It waits on the server, also for another browser. */
export function BroughtCore({ from, fetched, children }: Props) {
  const { t, measures } = useApp()
  const now = useMinute()
  const [chosen, setChosen] = useState(fetched?.sha256 ?? '')
  const list = useReply(endpoints.core.files, { staleTime: 0 })
  const refresh = useRefresh(endpoints.core.files)
  async function uploaded({ sha256 }: CoreFile) {
    await refresh()
    setChosen(sha256)
  }
  return (
    <>
      {from === 'file' ? (
        <FromFile onFile={(file) => void uploaded(file)} onFailed={() => void refresh()} />
      ) : (
        <FromMirror />
      )}
      <Loaded query={list} rows={1}>
        {(files) => {
          const file = files.find(({ sha256 }) => sha256 === chosen)
          const data = files.map(({ name, bytes, sha256, at }) => ({
            value: sha256,
            label: `${name} (${measures.bytes(bytes)}, ${measures.fromNow(at, now)})`,
          }))
          return (
            <>
              {files.length > 0 && (
                <NativeSelect
                  label={t('coreJob.files')}
                  value={file ? chosen : ''}
                  data={[{ value: '', label: t('coreJob.chooseFile') }, ...data]}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                />
              )}
              {file && children(file)}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

interface FromFileProps {
  onFile: (file: CoreFile) => void
  /** The file may have arrived, and only the answer not. */
  onFailed: () => void
}

function FromFile({ onFile, onFailed }: FromFileProps) {
  const { t, measures } = useApp()
  const [name, setName] = useState('')
  const upload = useUpload(endpoints.core.file, onFile, { onFailed, isHarmlessTwice: true })
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

function FromMirror() {
  const { t } = useApp()
  const [url, setUrl] = useState('')
  const { mirror } = useStartCoreJob()
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
        loading={mirror.isPending}
        disabled={url.trim() === ''}
        onClick={() => mirror.mutate({ body: { url: url.trim() } })}
      />
      {mirror.error && <Failed error={mirror.error} title={t('coreUpdate.notTaken')} />}
    </>
  )
}
