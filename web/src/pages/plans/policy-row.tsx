import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { filterOf } from '../clients/filter.ts'
import styles from './plans.module.css'

interface Props {
  name: string
  hint: ReactNode
  /** The filter of the list of clients that finds its members. */
  filter: 'plan' | 'group'
  /** Undefined while it is not known. */
  count: number | undefined
  onEdit(): void
  onDelete(): void
  /** More actions, before the others. */
  children?: ReactNode
}

/** A plan or a group: what it is, who has it, and what can be done with it. */
export function PolicyRow({ name, hint, filter, count, onEdit, onDelete, children }: Props) {
  const { t } = useTranslation()
  const members = `${paths.clients}?${new URLSearchParams({ q: filterOf(filter, name) })}`
  return (
    <li className={styles.row} data-policy={name}>
      <div className={styles.what}>
        <bdi className="strongName">{name}</bdi>
        <span className="dim88">{hint}</span>
      </div>
      {count !== undefined && (
        <Link to={members} className={styles.members}>
          {t('groups.members', { count })}
        </Link>
      )}
      <div className={styles.acts}>
        {children}
        <Button
          label={t('groups.edit')}
          size="xs"
          onClick={onEdit}
          aria-label={t('policies.plansEditOne', { name })}
        />
        <IconButton icon={TrashIcon} label={t('policies.plansDeleteOne', { name })} onClick={onDelete} />
      </div>
    </li>
  )
}
