import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Applied as When } from '#domain/core-config/basics.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import boxes from '../boxes.module.css'
import { useDraft } from '../draft/draft.tsx'
import type { Template } from '../draft/template.ts'

/** Hints are below, so that inputs side by side are aligned. */
export const order: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
]

/** What a field does, and when a change applies. */
export const noteOf = (hint: string, when: When) => (
  <>
    {hint}
    {when !== 'live' && (
      <span className={boxes.applied}>
        <Applied when={when} />
      </span>
    )}
  </>
)

export function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={boxes.box} aria-label={title}>
      <h2 className={boxes.boxTitle}>{title}</h2>
      <div className="settingGrid">{children}</div>
    </section>
  )
}

interface Props<V extends string> {
  label: string
  hint: string
  field: { applied: When; read(template: Template): V; write(template: Template, value: V): Template }
  choices: readonly V[]
  /** The core's name for it, if there is no other. */
  wordOf?(value: V): string
}

/** One of a few values of the template. */
export function ChoiceField<V extends string>({
  label,
  hint,
  field,
  choices,
  wordOf = (value) => value,
}: Props<V>) {
  const { template, change } = useDraft()
  return (
    <NativeSelect
      label={label}
      description={noteOf(hint, field.applied)}
      inputWrapperOrder={order}
      value={field.read(template)}
      onChange={(event) => {
        const value = event.currentTarget.value as V // one of the options below
        change((draft) => field.write(draft, value))
      }}
      data={choices.map((value) => ({ value, label: wordOf(value) }))}
    />
  )
}

/** For a change that does not reach the running core immediately. */
export function Applied({ when }: { when: When }) {
  const { t } = useTranslation()
  return when === 'live' ? null : <StatusWord tone="warn" word={t('basics.restart')} />
}
