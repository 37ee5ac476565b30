import { Menu, useMantineColorScheme } from '@mantine/core'
import { languageCodes, languages } from '../i18n/languages.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx'
import styles from './preferences.module.css'

const themes = [
  { scheme: 'light', label: 'theme.light', Icon: SunIcon },
  { scheme: 'dark', label: 'theme.dark', Icon: MoonIcon },
  { scheme: 'auto', label: 'theme.auto', Icon: ScreenIcon },
] as const

/** Theme and language, for the menu of the login page and the account's. Both take effect without a reload. */
export function PreferenceItems() {
  const { t, language, choose } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('theme.title')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} aria-label={t('theme.title')}>
        {themes.map(({ scheme, label, Icon }) => (
          <Menu.RadioItem key={scheme} value={scheme} onClick={() => setColorScheme(scheme)}>
            <span className={styles.theme}>
              <Icon size={16} />
              {t(label)}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t('language.title')}</Menu.Label>
      <Menu.RadioGroup value={language} aria-label={t('language.title')}>
        {languageCodes.map((code) => (
          <Menu.RadioItem key={code} value={code} lang={code} onClick={() => choose(code)}>
            {languages[code].name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
