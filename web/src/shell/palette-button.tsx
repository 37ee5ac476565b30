import { useTranslation } from '../i18n/translation.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { Keys } from '../verbs/keys.tsx'
import styles from './palette-button.module.css'

const mac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Looks like the search field that it opens. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.button} aria-haspopup="dialog" onClick={onOpen}>
      <SearchIcon size={18} />
      <span className={styles.word}>{t('palette.placeholder')}</span>
      <span className={styles.keys} aria-hidden>
        <Keys keys={mac ? '⌘ K' : 'Ctrl K'} />
      </span>
    </button>
  )
}
