import { ActionIcon, Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Coded } from '#contract/coded.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { RowMenu } from '../../table/row-menu.tsx'
import { Failed } from '../../ui/failed.tsx'
import { EditIcon, PlusIcon, RenewIcon, TrashIcon } from '../../ui/icons.tsx'
import { useSayCoded } from '../../ui/use-say-coded.ts'
import boxes from './boxes.module.css'
import styles from './outbounds/outbounds.module.css'

interface BoxProps {
  id: string
  words: { title: string; text: string; add: string }
  onAdd(): void
  /** Beside the button that adds. */
  aside?: ReactNode
  children: ReactNode
}

/** A list of things that are downloaded. Changes apply at once: they are not part of the template. */
export function RemoteBox({ id, words, onAdd, aside, children }: BoxProps) {
  return (
    <section className={boxes.box} aria-labelledby={id}>
      <div className={boxes.boxHead}>
        <h2 id={id} className={boxes.boxTitle}>
          {words.title}
        </h2>
        <div className={styles.badges}>
          {aside}
          <Button size="xs" variant="default" leftSection={<PlusIcon size={14} />} onClick={onAdd}>
            {words.add}
          </Button>
        </div>
      </div>
      <p className={styles.dim}>{words.text}</p>
      {children}
    </section>
  )
}

interface RowProps {
  name: string
  dir?: 'ltr'
  state: ReactNode
  words: { fetch: string; failed: string }
  /** Why the last download failed; blank if it did not. */
  last: { lastError: string; lastErrorCoded?: Coded | undefined }
  /** Of what was done here. */
  error: Error | null
  fetching: { isPending: boolean; mutate(): void }
  onEdit(): void
  onRemove(): void
  /** Between the button that fetches and the menu. */
  children?: ReactNode
}

/** One entry, with buttons to fetch, edit and delete it, and its last error. */
export function RemoteRow({ name, dir, state, words, last, error, fetching, ...row }: RowProps) {
  const { t } = useTranslation()
  const say = useSayCoded(last.lastErrorCoded)
  const remove = { label: t('outbounds.delete'), icon: TrashIcon, danger: true, apart: true }
  return (
    <li className={boxes.row}>
      <div className={boxes.rowText}>
        <bdi dir={dir} className={styles.nameText}>
          {name}
        </bdi>
        <span className={styles.dim}>{state}</span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size={36}
        loading={fetching.isPending}
        aria-label={words.fetch}
        onClick={() => fetching.mutate()}
      >
        <RenewIcon size={18} />
      </ActionIcon>
      {row.children}
      <RowMenu
        label={t('table.menu', { name })}
        entries={() => [
          { label: t('outbounds.edit'), icon: EditIcon, run: row.onEdit },
          { ...remove, run: row.onRemove },
        ]}
      />
      {last.lastError !== '' && !error && (
        <Alert color="orange" variant="light" className={boxes.rowAlert ?? ''}>
          <span dir="auto">{say(last.lastErrorCoded, last.lastError)}</span>
        </Alert>
      )}
      {error && <Failed error={error} title={words.failed} />}
    </li>
  )
}
