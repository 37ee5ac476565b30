import { Suspense } from 'react'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'

const CoreVersions = lazyWithWords(() => import('./core-versions.tsx'), 'CoreVersions', 'core-update')

export const versionParam = 'core'

/** `?core=version`. The list is loaded when the drawer opens: the first page must stay small. */
export function CoreVersionDrawer() {
  const { t } = useTranslation()
  return (
    <SideDrawer param={versionParam} title={() => t('home.coreVersion')}>
      {(_, close) => (
        <Suspense>
          <CoreVersions onDone={close} />
        </Suspense>
      )}
    </SideDrawer>
  )
}
