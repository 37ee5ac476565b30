import { Alert } from '@mantine/core'
import { useTranslation } from '../i18n/translation.tsx'
import { Button } from './button.tsx'
import { sayError } from './say-error.ts'

/** What could not be loaded, why, and a retry button. */
export function Failed({ error, title, retry }: { error: unknown; title?: string; retry?: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" role="alert" title={title ?? t('state.failed')}>
      <p dir="auto">{sayError(t, error)}</p>
      {retry && <Button label={t('error.retry')} size="xs" mt="sm" onClick={retry} />}
    </Alert>
  )
}
