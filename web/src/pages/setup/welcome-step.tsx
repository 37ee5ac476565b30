import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SetupState } from '#contract/setup-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { useServices } from '../../services.tsx'
import styles from './setup.module.css'

export function WelcomeStep({ onNext }: { onNext(): void }) {
  const { t } = useTranslation()
  const { api, place, queries } = useServices()
  const skip = useMutation({
    mutationFn: () => api.call(endpoints.setup.done),
    onSettled: () => {
      queries.setQueryData<SetupState>(keyOf(endpoints.setup.state), (old) => old && { ...old, open: false })
      place.go(paths.home, 'replace')
    },
  })
  return (
    <>
      <h2 className={styles.title}>{t('setup.welcomeTitle')}</h2>
      <p className={styles.text}>{t('setup.welcomeText')}</p>
      <Button size="md" fullWidth onClick={onNext} data-autofocus>
        {t('setup.start')}
      </Button>
      <Button variant="default" size="md" fullWidth onClick={() => place.go(paths.moveIn)}>
        {t('setup.moveIn')}
      </Button>
      <p className={styles.under}>{t('setup.moveInText')}</p>
      <Button variant="subtle" fullWidth loading={skip.isPending} onClick={() => skip.mutate()}>
        {t('setup.skip')}
      </Button>
    </>
  )
}
