import { VisuallyHidden } from '@mantine/core'
import { createContext, type ReactNode, use, useState } from 'react'
import { useTranslation } from '../i18n/translation.tsx'

const AnnounceContext = createContext<(page: string) => void>(() => {})

export const useAnnounce = () => use(AnnounceContext)

/** Without a page load nobody tells a screen reader that another page is open: this does. */
export function Announcer({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [page, setPage] = useState('')
  return (
    <AnnounceContext value={setPage}>
      {children}
      <VisuallyHidden role="status">{page && t('shell.opened', { page })}</VisuallyHidden>
    </AnnounceContext>
  )
}
