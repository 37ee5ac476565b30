import { VisuallyHidden } from '@mantine/core'
import { createContext, type ReactNode, use, useState } from 'react'
import { useTranslation } from '../i18n/translation.tsx'

const AnnounceContext = createContext<(page: string) => void>(() => {})

export const useAnnounce = () => use(AnnounceContext)

/** Tells screen readers that another page is open, because there is no page load. */
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
