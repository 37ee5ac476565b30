import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CoreFile } from '#contract/core-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { DropZone, Uploading, useUpload } from '../../forms/drop-zone.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/states.tsx'

interface Props {
  from: 'file' | 'mirror'
  /** What follows once the panel has the file. */
  children: (file: CoreFile) => ReactNode
}

/** A core that the operator brings: an upload, or the address of a mirror. */
export function BroughtCore({ from, children }: Props) {
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
