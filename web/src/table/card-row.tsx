import { memo, type ReactNode } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import styles from './data-table.module.css'
import type { RowProps } from './data-table.tsx'
import { RowEnd } from './row-end.tsx'
import { RowTick } from './row-tick.tsx'

type Props<Row> = RowProps<Row> & { count: number; card(row: Row): ReactNode }

function Drawn<Row>({ index, row, selected, offset, size, latest, count, card }: Props<Row>) {
  const { t } = useTranslation()
  const { keyOf, nameOf, selection } = latest.current
  const key = row && keyOf(row)
  return (
    <li
      aria-setsize={count}
      aria-posinset={index + 1}
      data-row={key}
      data-index={index}
      data-selected={selected || undefined}
      className={styles.card}
      style={{ transform: `translateY(${offset}px)`, blockSize: size }}
    >
      <div className={styles.cardBox}>
        {row === undefined || key === undefined ? (
          <span className={styles.hidden}>{t('shell.loading')}</span>
        ) : (
          <>
            {selection && (
              <RowTick
                name={nameOf(row)}
                selected={selected}
                onChange={(on, range) => latest.current.choose(index, key, on, range)}
              />
            )}
            <div className={styles.cardBody}>{card(row)}</div>
            <RowEnd row={row} latest={latest} />
          </>
        )}
      </div>
    </li>
  )
}

// memo loses the type parameter.
export const CardRow = memo(Drawn) as typeof Drawn
