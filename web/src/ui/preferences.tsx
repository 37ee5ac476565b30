import { Menu, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { languageCodes, languages } from '#domain/words/languages.ts'
import { calendars } from '../i18n/calendar.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx'

export const themes = [
  { scheme: 'light', label: 'theme.light', icon: SunIcon },
  { scheme: 'dark', label: 'theme.dark', icon: MoonIcon },
  { scheme: 'auto', label: 'theme.auto', icon: ScreenIcon },
] as const

export const calendarNames = { gregory: 'calendar.gregory', persian: 'calendar.persian' } as const

/** Theme, language and calendar, in the menus of the login page and the account. All apply without a reload. */
export function PreferenceItems() {
  const { t, language, choose, calendar, chooseCalendar } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Section title={t('theme.title')} value={colorScheme}>
        {themes.map(({ scheme, label, icon: Icon }) => (
          <Menu.RadioItem key={scheme} value={scheme} onClick={() => setColorScheme(scheme)}>
            <span className="inlineRow8">
              <Icon size={16} />
              {t(label)}
            </span>
          </Menu.RadioItem>
        ))}
      </Section>
      <Menu.Divider />
      <Section title={t('language.title')} value={language}>
        {languageCodes.map((code) => (
          <Menu.RadioItem key={code} value={code} lang={code} onClick={() => choose(code)}>
            {languages[code].name}
          </Menu.RadioItem>
        ))}
      </Section>
      <Menu.Divider />
      <Section title={t('calendar.title')} value={calendar}>
        {calendars.map((name) => (
          <Menu.RadioItem key={name} value={name} onClick={() => chooseCalendar(name)}>
            {t(calendarNames[name])}
          </Menu.RadioItem>
        ))}
      </Section>
    </>
  )
}

/** Mantine's own group renders no element; without one a screen reader cannot tell the choices apart. */
function Section({ title, value, children }: { title: string; value: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu may hold groups, and a fieldset is a form's
    <div role="group" aria-label={title}>
      <Menu.Label aria-hidden>{title}</Menu.Label>
      <Menu.RadioGroup value={value}>{children}</Menu.RadioGroup>
    </div>
  )
}
