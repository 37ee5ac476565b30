import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import { type Section, sections } from './sections.ts'
import styles from './settings.module.css'
import type { SettingWords } from './words.ts'

/** Beside the settings, or above them on a phone; none is current during a search. */
export function SectionNav({ words, current }: { words: SettingWords; current: Section | undefined }) {
  const { t } = useTranslation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the row is wider than the screen: scroll the chosen one into view.
  useEffect(() => {
    if (!current) return
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav ref={nav} aria-label={t('settings.sections')} className={styles.nav}>
      {sections.map((section) => (
        <Link
          key={section}
          to={section === sections[0] ? 'panel/settings' : `panel/settings?section=${section}`}
          className={styles.navItem}
          aria-current={section === current ? 'page' : undefined}
        >
          {words.sections[section]}
        </Link>
      ))}
    </nav>
  )
}
