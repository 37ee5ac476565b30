import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/audit-api.ts'
import { endpoints } from '../api/endpoints.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import { Button } from '../ui/button.tsx'
import { sayError } from '../ui/say-error.ts'
import { undoAct } from './undo-act.ts'

/** Undoes an act of the activity list, for as long as the list shows it. */
export function UndoButton({ undo }: { undo: NonNullable<AuditEntry['undo']> }) {
  const { t } = useTranslation()
  const services = useServices()
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: () => undoAct(services, t, (error) => sayError(t, error), undo.id),
    onError: (error) => services.toasts.show({ tone: 'bad', text: sayError(t, error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: [endpoints.audit.list.path] }),
  })
  if (undo.state === 'gone') return null
  if (undo.state === 'done') return <span>{t('undo.done')}</span>
  return <Button label={t('undo.verb')} size="compact-sm" variant="light" call={act} />
}
