import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './settings.module.css'
import type { Unsaved } from './stored-form.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import type { SettingWords } from './words.ts'

interface Props {
  form: SettingsForm
  words: SettingWords
  /** Cards with forms of their own. */
  cards: readonly Unsaved[]
  /** The id of the form that its button submits. */
  formId: string
}

/** The number of unsaved changes of the whole page, and buttons that save or discard all of them. */
export function DirtyBar({ form, words, cards, formId }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { changed } = form
  const failures = [form, ...cards].flatMap(({ failure }) => failure ?? [])
  const count = changed.length + cards.reduce((sum, card) => sum + card.count, 0)
  if (count === 0) return null
  function discard() {
    form.discard()
    for (const card of cards) card.discard()
  }
  const saveCards = () => {
    for (const card of cards) card.save()
  }
  return (
    <section className="changeBar" aria-label={t('settings.unsaved')}>
      {failures.map((failure) => (
        <Alert key={failure} color="red">
          {failure}
        </Alert>
      ))}
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
      <div className="wrapRow8">
        <button
          type="button"
          className={styles.count}
          aria-expanded={open}
          onClick={() => setOpen((was) => !was)}
        >
          {t('settings.changes', { count })}
        </button>
        <span className="grow" />
        <Button label={t('settings.discard')} onClick={discard} />
        <Button
          label={t('settings.save')}
          primary
          {...(changed.length > 0 && { type: 'submit' as const, form: formId })}
          loading={form.busy || cards.some(({ busy }) => busy)}
          onClick={saveCards}
        />
      </div>
    </section>
  )
}

function Value({ value, gone }: { value: boolean | number | string; gone?: boolean }) {
  const { t, measures } = useTranslation()
  const on = t(value ? 'settings.on' : 'settings.off')
  const text =
    typeof value === 'boolean' ? on : typeof value === 'number' ? measures.count(value) : value || '∅'
  const Mark = gone ? 'del' : 'ins'
  return (
    <Mark>
      <bdi>{text}</bdi>
    </Mark>
  )
}
