import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { Messages } from './i18n/en.ts'
import { type LanguageCode, languages } from './i18n/languages.ts'
import { TranslationProvider } from './i18n/translation.tsx'
import { Routed } from './router/routed.tsx'
import { type Services, ServicesContext } from './services.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { cssVariables, theme } from './ui/theme.ts'

interface Props {
  services: Services
  first: { language: LanguageCode; messages: Messages }
}

const colorSchemes = localStorageColorSchemeManager({ key: 'sluice-theme' })

export function App({ services, first }: Props) {
  return (
    <StrictMode>
      <DirectionProvider initialDirection={languages[first.language].dir} detectDirection={false}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          colorSchemeManager={colorSchemes}
        >
          <TranslationProvider first={first}>
            <ServicesContext value={services}>
              <QueryClientProvider client={services.queries}>
                <ErrorBoundary>
                  <Routed />
                </ErrorBoundary>
              </QueryClientProvider>
            </ServicesContext>
          </TranslationProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>
  )
}
