import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import type { EndpointSpec } from '#contract/wire.ts'
import { isUnreachable } from '../api/api-error.ts'
import type { Remote, Reply } from '../api/remote.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import { Button } from '../ui/button.tsx'
import { UploadIcon } from '../ui/icons.tsx'
import styles from './drop-zone.module.css'

interface Props {
  label: string
  hint: string
  many?: boolean
  onFiles(files: File[]): void
}

/** Files are dropped here, or chosen with a click or the keyboard. */
export function DropZone({ label, hint, many = false, onFiles }: Props) {
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files].slice(0, many ? files.length : 1))
  }
  const hover = (event: DragEvent, is: boolean) => {
    event.preventDefault()
    setOver(is)
  }
  return (
    <label
      className={styles.zone}
      data-over={over || undefined}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        type="file"
        multiple={many}
        className="visuallyHidden"
        onChange={(event) => {
          const { files } = event.currentTarget
          take(files)
          event.currentTarget.value = '' // the same file can be chosen again after an error
        }}
      />
      <span className={styles.icon}>
        <UploadIcon size={26} />
      </span>
      <span className={styles.label}>{label}</span>
      <span className={styles.hint}>{hint}</span>
    </label>
  )
}

interface UploadingProps {
  /** From 0 to 1. */
  share: number
  said: string
  onCancel(): void
}

/** In place of the zone while a file is on its way. */
export function Uploading({ share, said, onCancel }: UploadingProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.progress}>
      <p className={styles.said} role="status">
        {said}
      </p>
      <progress max={1} value={share} aria-label={said} className={styles.bar} />
      <Button label={t('confirm.cancel')} variant="subtle" size="sm" onClick={onCancel} />
    </div>
  )
}

interface UploadOptions {
  /** It may have arrived all the same, and only the answer not. */
  onFailed?: () => void
  /** It may be sent again after a lost connection: nothing happens if the server has it already. */
  isHarmlessTwice?: boolean
}

const mostRepeats = 10
const pauseMs = 2_000

/** Sends a form with files; `share` is how much of it was sent. */
export function useUpload<E extends EndpointSpec>(
  remote: Remote<E>,
  onDone: (reply: Reply<E>) => void,
  { onFailed = () => {}, isHarmlessTwice = false }: UploadOptions = {},
) {
  const { api } = useServices()
  const [share, setShare] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const sending = useMutation({
    mutationFn: (body: FormData) => {
      setShare(0)
      return api.ask(remote, { body }, stop.current?.signal, fetchWithProgress(setShare))
    },
    onSuccess: onDone,
    onError: onFailed,
    retry: (failures, error) => isHarmlessTwice && failures < mostRepeats && isUnreachable(error),
    retryDelay: pauseMs,
  })
  const cancelled = stop.current?.signal.aborted ?? false
  return {
    send(body: FormData) {
      stop.current = new AbortController()
      sending.mutate(body)
    },
    busy: sending.isPending,
    share,
    error: cancelled ? null : sending.error,
    cancel: () => stop.current?.abort(),
  }
}

/** A `fetch` for uploads: it also tells the share that was sent, from 0 to 1. `fetch` itself cannot say it. */
const fetchWithProgress =
  (tell: (share: number) => void): typeof fetch =>
  (url, { method = 'GET', headers = {}, body = null, signal = null } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(url))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) tell(loaded / total)
      }
      request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }))
      request.onerror = () => reject(new TypeError('The upload failed.'))
      request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
      if (signal?.aborted) return reject(new DOMException('The upload was cancelled.', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body instanceof FormData ? body : null)
    })
