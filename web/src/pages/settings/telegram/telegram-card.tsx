import type { AllSettingView } from '#contract/settings.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import styles from '../backup/backup.module.css'
import { Card } from '../card.tsx'
import type { SettingWords } from '../words.ts'
import { BotForm } from './bot-form.tsx'
import { BotStatus } from './bot-status.tsx'

/** The section Telegram bot: whether it runs, and what it runs with. Which events it tells is chosen with the notices. */
export function TelegramCard({ words, stored }: { words: SettingWords; stored: AllSettingView }) {
  const { t } = useTranslation()
  return (
    <Card id="telegram" words={words}>
      <div className={styles.stack}>
        <p className={styles.text}>{t('telegram.text')}</p>
        <BotStatus />
        <BotForm stored={stored} />
      </div>
    </Card>
  )
}
