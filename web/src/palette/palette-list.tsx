import { type ComponentType, useEffect } from 'react'
import { Keys } from '../commands/keys.tsx'
import { useTranslation } from '../i18n/translation.tsx'
import styles from './palette.module.css'

export interface Entry {
  id: string
  title: string
  hint?: string
  icon?: ComponentType<{ size?: number }> | undefined
  keys?: string | undefined
  run(): void
}

export interface Section {
  title: string
  entries: readonly Entry[]
}

interface Props {
  id: string
  sections: readonly Section[]
  chosen: Entry | undefined
  settled: boolean
  onRun(entry: Entry): void
}

export function PaletteList({ id, sections, chosen, settled, onRun }: Props) {
  const { t } = useTranslation()
  const chosenId = chosen && `${id}-${chosen.id}`
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  return (
    <div id={id} role="listbox" aria-label={t('palette.title')} className={styles.list} tabIndex={-1}>
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups, and a fieldset is a form's
        <div key={section.title} role="group" aria-label={section.title}>
          <div className={styles.section} aria-hidden>
            {section.title}
          </div>
          {section.entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
            <div
              key={entry.id}
              id={`${id}-${entry.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={entry === chosen}
              className={styles.entry}
              onClick={() => onRun(entry)}
            >
              {entry.icon && <entry.icon size={18} />}
              <bdi className={styles.title}>{entry.title}</bdi>
              {entry.hint && <bdi className={styles.hint}>{entry.hint}</bdi>}
              {entry.keys && <Keys keys={entry.keys} />}
            </div>
          ))}
        </div>
      ))}
      {sections.length === 0 && (
        <p className={styles.none} role="status">
          {t(settled ? 'palette.none' : 'shell.loading')}
        </p>
      )}
    </div>
  )
}
