import { Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { machineText } from '../../../forms/form.tsx'
import styles from './editor.module.css'

export type Parsed<T> = { ok: true; value: T } | { ok: false; why: string }

interface Props<T> {
  value: T
  format(value: T): string
  parse(text: string): Parsed<T>
  onValue(value: T): void
  /** Called when the text becomes invalid, and when it is valid again. */
  onBad?(bad: boolean): void
  /** How to discard a text that cannot be parsed. */
  dropLabel?: string
  label?: ReactNode
  ariaLabel?: string
  description?: ReactNode
  error?: string | undefined
  field?: string
  rows?: number
  json?: boolean
}

/**
 * A value edited as text. Text that cannot be parsed yet is kept as typed, and other changes do not overwrite
 * it.
 */
export function DraftText<T>(props: Props<T>) {
  const { value, format, parse, onValue, onBad, dropLabel, error, rows = 3 } = props
  const [draft, setDraft] = useState<string>()
  const [why, setWhy] = useState<string>()
  const settle = (reason: string | undefined) => {
    setWhy(reason)
    onBad?.(reason !== undefined)
  }
  function write(text: string) {
    setDraft(text)
    const read = parse(text)
    settle(read.ok ? undefined : read.why)
    if (read.ok) onValue(read.value)
  }
  return (
    <>
      <Textarea
        label={props.label}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        aria-label={props.ariaLabel}
        description={props.description}
        error={why ?? error}
        value={draft ?? format(value)}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={() => why === undefined && setDraft(undefined)}
        minRows={rows}
        rows={rows}
        data-field={props.field}
        data-json={props.json || undefined}
        classNames={{ input: styles.code ?? '' }}
        {...machineText}
      />
      {why !== undefined && dropLabel && (
        <button
          type="button"
          className={styles.textButton}
          onClick={() => {
            setDraft(undefined)
            settle(undefined)
          }}
        >
          {dropLabel}
        </button>
      )}
    </>
  )
}
