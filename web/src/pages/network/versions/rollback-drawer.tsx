import { useMutation } from '@tanstack/react-query'
import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { useDraft } from '../draft/draft.tsx'
import { ReviewBody } from '../review/body.tsx'
import { type Applying, useForgetConfig } from '../review/use-apply.ts'

/** `?rollback=7`: what it changes and who is affected, then the rollback. */
export function RollbackDrawer() {
  const { t, measures } = useTranslation()
  return (
    <SideDrawer
      param="rollback"
      size={760}
      title={(id) => t('versions.rollbackTitle', { id: measures.count(Number(id)) })}
    >
      {(id, close) => <Rollback key={id} id={Number(id)} onDone={close} />}
    </SideDrawer>
  )
}

function Rollback({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useTranslation()
  const { api, queries, toasts } = useServices()
  const { isDirty } = useDraft()
  const forget = useForgetConfig()
  const back = useMutation({
    async mutationFn({ restart }: Applying) {
      await api.call(endpoints.core.rollback, { params: { id } })
      if (restart) await api.call(endpoints.core.restart)
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: [endpoints.xray.read.path] })
      await forget()
      toasts.show({ tone: 'good', text: t('versions.rolledBack') })
      onDone()
    },
  })
  return (
    <>
      {isDirty && <p role="note">{t('versions.draftStays')}</p>}
      <ReviewBody
        asked={{ version: id }}
        verb={t('versions.rollback')}
        verbRestart={t('versions.rollbackRestart')}
        verbLater={t('versions.rollbackLater')}
        busy={back.isPending}
        failure={back.error}
        onApply={back.mutate}
      />
    </>
  )
}
