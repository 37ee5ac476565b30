import { withWords } from '../i18n/lazy-with-words.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import { sayError } from '../ui/say-error.ts'

/** Undoes an act by the number that the panel gave it. */
export function useUndoAct() {
  const { t } = useTranslation()
  const services = useServices()
  return async (number: number) => {
    const { undoAct } = await withWords(() => import('./undo-act.ts'), 'undo')
    await undoAct(services, t, (error) => sayError(t, error), number)
  }
}
