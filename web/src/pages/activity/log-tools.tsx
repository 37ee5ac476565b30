import { Switch, TextInput } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './activity.module.css'

interface Props {
  text: string
  onText(text: string): void
  follow: boolean
  onFollow(follow: boolean): void
}

/** The controls of every log: a filter, and whether it refreshes. */
export function LogTools({ text, onText, follow, onFollow }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('log.filter')}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        className={styles.grow ?? ''}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
      />
      <Switch
        label={t('log.follow')}
        checked={follow}
        onChange={(event) => onFollow(event.currentTarget.checked)}
        className={styles.follow ?? ''}
      />
    </>
  )
}
