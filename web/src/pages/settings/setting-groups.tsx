import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { keysShown, type Section, type ShownKey, shownGroups } from './sections.ts'
import { SettingField } from './setting-field.tsx'
import styles from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'
import { matchingSettings, type SettingWords } from './words.ts'

interface Props {
  form: SettingsForm
  words: SettingWords
  section: Section
  q: string
  onShowAll(): void
}

/** The groups of a section, or the search results from all sections. */
export function SettingGroups({ form, words, section, q, onShowAll }: Props) {
  const { t } = useTranslation()
  const found = q === '' ? undefined : matchingSettings(words, q)
  const isOn = (key: ShownKey) => form.values[key] === true
  const isTouched = (key: ShownKey) => form.changed.includes(key) || form.errors[key] !== undefined
  const groups = shownGroups
    .filter((group) => found || group.section === section)
    .map((group) => ({
      ...group,
      keys: found ? group.keys.filter((key) => found.includes(key)) : keysShown(group, isOn, isTouched),
    }))
    .filter(({ keys }) => keys.length > 0)
  if (!found && groups.length === 0) return null // a section of cards only
  if (groups.length === 0)
    return (
      <EmptyState
        icon={SearchIcon}
        title={t('settings.noneTitle')}
        text={t('settings.noneText')}
        action={<Button onClick={onShowAll}>{t('settings.showAll')}</Button>}
      />
    )
  return groups.map((group) => (
    <section key={group.id} className={styles.card} aria-labelledby={`group-${group.id}`}>
      <h2 id={`group-${group.id}`} className={styles.cardTitle}>
        {words.groups[group.id]}
      </h2>
      <div className={styles.fields}>
        {group.keys.map((key) => (
          <SettingField key={key} name={key} words={words} form={form} />
        ))}
      </div>
    </section>
  ))
}
