import { Suspense } from 'react'
import { LoginPage, routeAt } from '../routes.tsx'
import { Shell } from '../shell/shell.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { NotFoundPage } from '../ui/message-page.tsx'
import { Announcer } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { usePath } from './use-url-state.ts'

/** Picks by URL: the login page at the base path, everything else inside the shell. */
export function Routed() {
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
