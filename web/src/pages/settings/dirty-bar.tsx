import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'
import type { SettingWords } from './words.ts'

interface Props {
  form: SettingsForm
  words: SettingWords
  /** The id of the form that its button submits. */
  formId: string
}

/** The number of unsaved changes, the list of them, and buttons to save or discard. */
export function DirtyBar({ form, words, formId }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { changed, failure } = form
  if (changed.length === 0) return null
  return (
    <section className={styles.bar} aria-label={t('settings.unsaved')}>
      {failure && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      {open && (
        <ul className={styles.review}>
          {changed.map((key) => (
            <li key={key}>
              {words.settings[key][0]}: <Value value={form.stored[key]} gone />{' '}
              <span className={styles.arrow}>→</span> <Value value={form.values[key]} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.barLine}>
        <button
          type="button"
          className={styles.count}
          aria-expanded={open}
          onClick={() => setOpen((was) => !was)}
        >
          {t('settings.changes', { count: changed.length })}
        </button>
        <span className={styles.space} />
        <Button variant="default" onClick={form.discard}>
          {t('settings.discard')}
        </Button>
        <Button type="submit" form={formId} loading={form.busy}>
          {t('settings.save')}
        </Button>
      </div>
    </section>
  )
}

function Value({ value, gone }: { value: boolean | number | string; gone?: boolean }) {
  const { t, measures } = useTranslation()
  const on = t(value ? 'settings.on' : 'settings.off')
  const text =
    typeof value === 'boolean' ? on : typeof value === 'number' ? measures.count(value) : value || '∅'
  return gone ? (
    <del>
      <bdi>{text}</bdi>
    </del>
  ) : (
    <ins>
      <bdi>{text}</bdi>
    </ins>
  )
}
