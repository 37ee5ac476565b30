import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from '../../../i18n/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { sayError } from '../../../ui/say-error.ts'
import styles from './editor.module.css'
import { type Editor, useEditor } from './editor-context.ts'
import type { Values } from './key-material.ts'
import { setAll } from './paths.ts'

/** The editor's state when the reply arrives, not when the request was sent. */
export function useLatestEditor() {
  const editor = useEditor()
  const latest = useRef(editor)
  latest.current = editor
  return latest
}

interface Props {
  label: string
  /** Returns the values to write, by path; called on every click. */
  make(editor: Editor): Promise<Values> | Values
}

/** A small button below a field that fills it in; errors are shown beside it. */
export function Tool({ label, make }: Props) {
  const { t } = useTranslation()
  const latest = useLatestEditor()
  const work = useMutation({
    mutationFn: async () => make(latest.current),
    onSuccess: (values) => latest.current.change((form) => setAll(form, values)),
  })
  return (
    <>
      <Button
        label={label}
        variant="light"
        size="compact-sm"
        classNames={{ root: styles.tool, label: styles.toolLabel }}
        call={work}
      />
      {work.error && (
        <p role="alert" className="bad85" dir="auto">
          {sayError(t, work.error)}
        </p>
      )}
    </>
  )
}
