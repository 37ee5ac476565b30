import { Button } from '@mantine/core'
import { useTranslation } from '../i18n/translation.tsx'
import { MessagePage } from '../ui/message-page.tsx'

export function ErrorPage({ failure }: { failure: string }) {
  const { t } = useTranslation()
  return (
    <MessagePage title={t('error.title')} text={t('error.text')}>
      <Button onClick={() => location.reload()}>{t('error.reload')}</Button>
      <details>
        <summary>{t('error.details')}</summary>
        <bdi>{failure}</bdi>
      </details>
    </MessagePage>
  )
}
