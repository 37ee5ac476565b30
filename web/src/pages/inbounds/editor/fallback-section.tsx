import { ActionIcon, Alert, NativeSelect, TextInput } from '@mantine/core'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { effectiveRouting } from '#domain/inbounds/fallbacks.ts'
import { dialAddress } from '#domain/inbounds/listen.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton, plainIcon } from '../../../ui/icon-button.tsx'
import { DownIcon, GripIcon, PlusIcon, TrashIcon, UpIcon } from '../../../ui/icons.tsx'
import { useAnnounce } from '../../../ui/page.tsx'
import { moved, useDrag } from '../../../ui/use-drag.ts'
import { nameOf } from '../inbound-view.ts'
import { shapeOf } from './dead-ends.ts'
import form from './editor.module.css'
import { useEditor } from './editor-context.ts'
import { type FallbackDraft, freshFallback } from './form-values.ts'
import styles from './rows.module.css'

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
  const lastKey = Math.max(0, ...fallbacks.map(({ key }) => key))
  // While a row is dragged, the others make room at its target.
  const shown = active ? moved(fallbacks, active.from, active.to) : fallbacks
  return (
    <div className="stack12">
      <p className="prose85">{t('fallbacks.about')}</p>
      {!able && <Alert color={fallbacks.length > 0 ? 'orange' : 'gray'}>{t('fallbacks.needs')}</Alert>}
      {error && (
        <p className="bad85" role="alert" data-field="fallbacks" tabIndex={-1}>
          {error}
        </p>
      )}
      <ol ref={list} className={styles.fallbacks} aria-label={t('inboundForm.section.fallbacks')}>
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
            label={t('fallbacks.add')}
            size="compact-sm"
            leftSection={<PlusIcon size={14} />}
            onClick={() => setFallbacks([...fallbacks, freshFallback(1 + lastKey)])}
          />
        </div>
      )}
    </div>
  )
}

interface Props {
  row: FallbackDraft
  /** The inbound that is edited. */
  master: InboundShape
  index: number
  /** Its position while a row is dragged. */
  place: number
  count: number
  isDragged: boolean
  onHandle(event: PointerEvent<HTMLElement>): void
  others: readonly Inbound[]
  onChange(row: FallbackDraft): void
  onMove(to: number): void
  onRemove(): void
}

/** One fallback. Blank values are taken from the child and shown as placeholders. */
function FallbackFields(props: Props) {
  const { row, master, index, place, count, others, isDragged, onHandle, onChange, onMove, onRemove } = props
  const { t } = useTranslation()
  const { errorAt } = useEditor()
  const at = (key: string) => `fallbacks[${index}].${key}`
  const child = others.find(({ id }) => id === row.childId)
  const read = effectiveRouting({ name: '', alpn: '', path: '', xver: 0 }, child, master)
  const text = (key: 'name' | 'alpn' | 'path' | 'dest', placeholder: string) => ({
    value: row[key],
    placeholder,
    error: errorAt(at(key)),
    'data-field': at(key),
    dir: 'ltr',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...row, [key]: event.currentTarget.value }),
  })
  const number = place + 1
  function byKeys(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? index - 1 : index + 1)
  }
  const mover = (way: 'up' | 'down', to: number) => ({
    ...plainIcon,
    'data-move': way,
    'aria-label': t(way === 'up' ? 'fallbacks.up' : 'fallbacks.down', { number }),
    title: t('fallbacks.keys'),
    onClick: () => onMove(to),
  })
  const any = t('fallbacks.any')
  return (
    // Alt and an arrow key do the same as the buttons.
    <li className={styles.fallback} data-dragged={isDragged || undefined} onKeyDown={byKeys}>
      <div className={styles.order}>
        <ActionIcon {...mover('up', index - 1)} aria-disabled={index === 0}>
          <UpIcon size={16} />
        </ActionIcon>
        {/* For pointers only: the buttons and Alt with an arrow key do the same. */}
        <span
          className={styles.number}
          data-handle={number}
          title={t('fallbacks.drag')}
          onPointerDown={onHandle}
        >
          <GripIcon size={16} /> {number}
        </span>
        <ActionIcon {...mover('down', index + 1)} aria-disabled={index === count - 1}>
          <DownIcon size={16} />
        </ActionIcon>
      </div>
      <div className={`${form.fields} ${styles.body}`}>
        <NativeSelect
          label={t('fallbacks.child')}
          error={errorAt(at('childId'))}
          data-field={at('childId')}
          value={String(row.childId)}
          onChange={(event) => onChange({ ...row, childId: Number(event.currentTarget.value) })}
          data={[
            { value: '0', label: t('fallbacks.free') },
            ...others.map((other) => ({
              value: String(other.id),
              label: `${nameOf(other)} · ${other.protocol}:${other.port}`,
            })),
          ]}
        />
        <TextInput
          label={t('fallbacks.dest')}
          {...text('dest', child ? dialAddress(child.listen, child.port) : '80')}
        />
        <TextInput label={t('fallbacks.path')} {...text('path', read.path || any)} />
        <TextInput label={t('fallbacks.name')} {...text('name', read.name || any)} />
        <TextInput label={t('fallbacks.alpn')} {...text('alpn', read.alpn || any)} />
        <NativeSelect
          label={t('fallbacks.xver')}
          error={errorAt(at('xver'))}
          data-field={at('xver')}
          value={String(row.xver)}
          onChange={(event) => onChange({ ...row, xver: Number(event.currentTarget.value) })}
          data={[
            { value: '0', label: child && read.xver > 0 ? t('fallbacks.asChild') : t('fallbacks.off') },
            '1',
            '2',
          ]}
        />
      </div>
      <IconButton icon={TrashIcon} label={t('fallbacks.remove', { number })} onClick={onRemove} />
    </li>
  )
}
