import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '../../api/remote.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { words } from '../../i18n/words.ts'
import { useParam } from '../../router/use-place.ts'
import { useServices } from '../../services.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failed } from '../../ui/failed.tsx'
import layout from '../../ui/layout.module.css'
import { sayError } from '../../ui/say-error.ts'
import { useSayAll } from '../../ui/use-say-coded.ts'

/** A dialog that creates many clients, opened by `?new=`. */
export function ManyDialog({ of, title, children }: { of: string; title: PlainKey; children: ReactNode }) {
  const { t } = useTranslation()
  const { place } = useServices()
  return (
    <Dialog
      opened={useParam('new') === of}
      onClose={() => place.setParams({ new: undefined })}
      title={t(title)}
      size={620}
    >
      {children}
    </Dialog>
  )
}

type Created = Reply<typeof import('#contract/clients-bulk-api.ts').clientsBulkApi['create']>

/** How many were created, who was skipped and why, and the way back. */
export function ManyCreated({ done }: { done: Created }) {
  const { t } = useTranslation()
  const services = useServices()
  const say = useSayAll(done.skipped?.[0]?.reasonCoded)
  const undo = useMutation({
    async mutationFn(number: number) {
      const [{ undoAct }] = await Promise.all([import('../../undo/undo-act.ts'), words.need('undo')])
      await undoAct(services, t, (error) => sayError(t, error), number)
    },
    onSuccess: () => services.place.setParams({ new: undefined }),
  })
  const number = done.undo
  return (
    <div className={layout.stack14}>
      <Alert color="teal" role="status">
        {t('clientImport.done', { count: done.created })}
      </Alert>
      <Lines
        title={t('clientImport.skipped', { count: done.skipped?.length ?? 0 })}
        lines={(done.skipped ?? []).map((one) => `${one.email}: ${say(one.reasonCoded, one.reason)}`)}
      />
      {undo.error && <Failed error={undo.error} />}
      {number !== undefined && (
        <div className={layout.buttonsAtEnd}>
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(number)}>
            {t('toast.undo')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** So many lines are listed; the rest is dots. */
const MOST_LINES = 6

export function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <Alert color="orange" title={title}>
      <ul className={layout.indentedList}>
        {lines.slice(0, MOST_LINES).map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
        {lines.length > MOST_LINES && <li>…</li>}
      </ul>
    </Alert>
  )
}
