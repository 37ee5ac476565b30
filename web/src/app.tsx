import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { languages } from '#domain/words/languages.ts'
import { TranslationProvider } from './i18n/translation.tsx'
import { words } from './i18n/words.ts'
import { usePath } from './router/use-url-state.ts'
import { LoginPage, routeAt } from './routes.tsx'
import { type Services, ServicesContext } from './services.tsx'
import { Shell } from './shell/shell.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { NotFoundPage } from './ui/message-page.tsx'
import { Announcer } from './ui/page.tsx'
import { cssVariables, theme } from './ui/theme.ts'
import { Waiting } from './ui/waiting.tsx'

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

/** Picks by URL: the login page at the base path, everything else inside the shell. */
function Routed() {
  const path = usePath()
  const Page = routeAt(path)?.page ?? NotFoundPage
  return (
    <Announcer>
      {path === '' ? (
        <Suspense fallback={<Waiting />}>
          <LoginPage />
        </Suspense>
      ) : (
        <Shell>
          <ErrorBoundary key={path}>
            <Suspense fallback={<Waiting />}>
              <Page />
            </Suspense>
          </ErrorBoundary>
        </Shell>
      )}
    </Announcer>
  )
}
