import { useMantineColorScheme } from '@mantine/core'
import { languageCodes, languages } from '#domain/words/languages.ts'
import { useCommands } from '../commands/use-commands.ts'
import { calendars } from '../i18n/calendar.ts'
import { creations, hidden, navigation, pageCommands } from '../routes.tsx'
import { useApp } from '../services.tsx'
import { KeyboardIcon, PlusIcon } from '../ui/icons.tsx'
import { calendarNames, themes } from '../ui/preferences.tsx'

/** Commands that every page has. */
export function useFrameCommands(openHelp: () => void): void {
  const { t, choose, chooseCalendar, router } = useApp()
  const { setColorScheme } = useMantineColorScheme()
  useCommands(t('verbs.preferences'), [
    ...themes.map(({ scheme, label, icon }) => ({
      id: `theme.${scheme}`,
      label: `${t('theme.title')}: ${t(label)}`,
      icon,
      run: () => setColorScheme(scheme),
    })),
    ...languageCodes.map((code) => ({
      id: `language.${code}`,
      label: `${t('language.title')}: ${languages[code].name}`,
      words: code,
      run: () => choose(code),
    })),
    ...calendars.map((name) => ({
      id: `calendar.${name}`,
      label: `${t('calendar.title')}: ${t(calendarNames[name])}`,
      run: () => chooseCalendar(name),
    })),
    { id: 'help', label: t('kit.keysTitle'), keys: '?', icon: KeyboardIcon, run: openHelp },
  ])
  useCommands(t('verbs.goTo'), [
    ...[...navigation, ...hidden, ...pageCommands].map(({ label, to, ...rest }) => ({
      ...rest,
      id: `go.${to}`,
      label: t(label),
      run: () => router.go(to),
    })),
  ])
  useCommands(
    t('verbs.create'),
    creations.map(({ label, to }, i) => ({
      id: `create.${to}`,
      label: t(label),
      icon: PlusIcon,
      ...(i === 0 && { keys: 'n' }), // a page's own `n` comes first
      run: () => router.go(to),
    })),
  )
}
