import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { languages } from '#domain/words/languages.ts'
import { TranslationProvider } from './i18n/translation.tsx'
import { words } from './i18n/words.ts'
import { Routed } from './router/routed.tsx'
import { type Services, ServicesContext } from './services.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { cssVariables, theme } from './ui/theme.ts'

const colorSchemes = localStorageColorSchemeManager({ key: 'sluice-theme' })

export function App({ services }: { services: Services }) {
  return (
    <StrictMode>
      <DirectionProvider initialDirection={languages[words.language()].dir} detectDirection={false}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          colorSchemeManager={colorSchemes}
        >
          <TranslationProvider>
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
