import { Alert, Button } from '@mantine/core'
import type { Inbound } from '#contract/inbound.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { moved, useDrag } from '../../../ui/use-drag.ts'
import { shapeOf } from './dead-ends.ts'
import form from './editor.module.css'
import { useEditor } from './editor-context.ts'
import { FallbackFields } from './fallback-fields.tsx'
import type { FallbackDraft } from './form-values.ts'
import styles from './rows.module.css'

const fresh = (key: number): FallbackDraft => ({
  key,
  childId: 0,
  name: '',
  alpn: '',
  path: '',
  xver: 0,
  dest: '',
  sortOrder: 0,
})

/** Where connections without a valid client go: the first matching row takes them, so the order matters. */
export function FallbackSection({ others }: { others: readonly Inbound[] }) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const { form: inbound, fallbacks, setFallbacks, errorAt } = useEditor()
  const master = shapeOf(inbound)
  const able = canHostFallbacks(master)
  const error = errorAt('fallbacks')

  function put(from: number, to: number) {
    setFallbacks(moved(fallbacks, from, to))
    announce(t('fallbacks.moved', { number: to + 1 }))
  }
  const { list, active, start } = useDrag(put)
  function move(from: number, to: number) {
    if (to < 0 || to >= fallbacks.length) return
    put(from, to)
    // Keeps the focus on the button of the moved row.
    const name = to < from ? 'up' : 'down'
    setTimeout(
      () => list.current?.children[to]?.querySelector<HTMLElement>(`[data-move=${name}]`)?.focus(),
      0,
    )
  }
  // While a row is dragged, the others make room at its target.
  const shown = active ? moved(fallbacks, active.from, active.to) : fallbacks
  return (
    <div className={styles.stack}>
      <p className={form.small}>{t('fallbacks.about')}</p>
      {!able && (
        <Alert color={fallbacks.length > 0 ? 'orange' : 'gray'} variant="light">
          {t('fallbacks.needs')}
        </Alert>
      )}
      {error && (
        <p className={form.toolError} role="alert" data-field="fallbacks" tabIndex={-1}>
          {error}
        </p>
      )}
      <ol ref={list} className={styles.fallbacks} aria-label={t('inboundForm.fallbacks')}>
        {shown.map((row, place) => {
          const i = fallbacks.indexOf(row)
          return (
            <FallbackFields
              key={row.key}
              row={row}
              master={master}
              index={i}
              place={place}
              isDragged={active?.from === i}
              onHandle={(event) => start(i, event)}
              count={fallbacks.length}
              others={others}
              onChange={(next) => setFallbacks(fallbacks.map((old, at) => (at === i ? next : old)))}
              onMove={(to) => move(i, to)}
              onRemove={() => setFallbacks(fallbacks.filter((_, at) => at !== i))}
            />
          )
        })}
      </ol>
      {able && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<PlusIcon size={14} />}
            onClick={() =>
              setFallbacks([...fallbacks, fresh(1 + Math.max(0, ...fallbacks.map(({ key }) => key)))])
            }
          >
            {t('fallbacks.add')}
          </Button>
        </div>
      )}
    </div>
  )
}
