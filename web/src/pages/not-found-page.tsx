import { Button } from '@mantine/core'
import { useTranslation } from '../i18n/translation.tsx'
import { paths } from '../paths.ts'
import { useServices } from '../services.tsx'
import { MessagePage } from '../ui/message-page.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  const { place } = useServices()
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')}>
      <Button onClick={() => place.go(paths.home)}>{t('notFound.home')}</Button>
    </MessagePage>
  )
}
