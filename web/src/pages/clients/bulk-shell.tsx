import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import type { Api } from '../../api/client.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './bulk.module.css'
import { countOf, type Targets, targetsIn } from './targets.ts'

export interface BulkFormProps {
  targets: Targets
  /** The client, where its row is known. */
  one?: ClientSlim
  onClose(): void
}

interface ShellProps extends BulkFormProps {
  /** A preview of the result. */
  preview: string
  verb: string
  ready: boolean
  run(): Promise<boolean>
  /** Everything is preselected: Enter submits. */
  atOnce?: boolean
  children: ReactNode
}

/** The fields of an action, its targets, a preview and its button. */
export function BulkShell({ targets, preview, verb, ready, run, atOnce, onClose, children }: ShellProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (atOnce && ready) button.current?.focus()
  }, [atOnce, ready])
  const count = countOf(targets)
  const names = usePreview(targets)?.names ?? []
  return (
    <form
      className="stack14"
      onSubmit={async (event) => {
        event.preventDefault()
        if (!ready || busy) return
        setBusy(true)
        const done = await run()
        setBusy(false)
        if (done) onClose()
      }}
    >
      {children}
      {count > 1 && (
        <p className={styles.preview} dir="auto">
          {count > names.length && names.length > 0
            ? t('bulk.who', { names: names.join(', '), more: count - names.length })
            : names.join(', ')}
        </p>
      )}
      <p role="status" className={styles.preview}>
        {preview}
      </p>
      <div className="buttonsAtEnd">
        <Button label={t('confirm.cancel')} onClick={onClose} />
        <Button ref={button} primary label={verb} type="submit" disabled={!ready} loading={busy} />
      </div>
    </form>
  )
}

/** What to count beside the number of clients. */
interface Asked {
  usedFrom?: number
  quota?: number
  inboundIds?: number[]
}

/** What an act on these clients would hit; the panel counts. */
export const previewOf = (api: Api, targets: Targets, asked: Asked = {}) =>
  api.call(endpoints.clientsBulk.preview, { body: { ...targetsIn(targets), ...asked } })

/** The same for a dialog; undefined until it is known. */
export function usePreview(targets: Targets, asked: Asked = {}) {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: [endpoints.clientsBulk.preview.path, targets, asked],
    queryFn: () => previewOf(api, targets, asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return data
}
