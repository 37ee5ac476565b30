import { Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import styles from './editor.module.css'

export type Parsed<T> = { ok: true; value: T } | { ok: false; why: string }

interface Props<T> {
  value: T
  format(value: T): string
  parse(text: string): Parsed<T>
  onValue(value: T): void
  /** Told when what stands there cannot be read, and when it can again. */
  onBad?(bad: boolean): void
  /** Where a text that cannot be read is kept, the way to give it up. */
  dropLabel?: string
  label?: ReactNode
  ariaLabel?: string
  description?: ReactNode
  error?: string | undefined
  field?: string
  rows?: number
  json?: boolean
}

/** A value written as text. What cannot be read yet stays as it was typed; nobody's change writes over it. */
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
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        data-field={props.field}
        data-json={props.json || undefined}
        classNames={{ input: styles.code ?? '' }}
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
