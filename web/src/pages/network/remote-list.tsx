import { Alert } from '@mantine/core'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { Coded } from '#contract/coded.ts'
import { useApp } from '../../services.tsx'
import { deletion, editing, RowMenu } from '../../table/row-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PlusIcon, RenewIcon } from '../../ui/icons.tsx'
import type { Question } from '../../ui/questions.ts'
import { useSayCoded } from '../../ui/say-error.ts'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { Failed, Loaded } from '../../ui/states.tsx'
import boxes from './boxes.module.css'
import styles from './outbounds/outbounds.module.css'

interface ListProps<T> {
  /** `?<param>=new` adds one, `?<param>=<id>` edits one. */
  param: string
  query: UseQueryResult<T[]>
  words: { title: string; text: string; add: string; addTitle: string; editTitle: string; gone: string }
  /** Beside the button that adds. */
  aside?: ReactNode
  row(item: T): ReactNode
  fields(item: T | undefined, close: () => void): ReactNode
}

/** A list of things that are downloaded. Changes apply at once: they are not part of the template. */
export function RemoteList<T extends { id: number }>(props: ListProps<T>) {
  const { param, query, words, aside, row, fields } = props
  const { router } = useApp()
  const id = `${param}-list`
  return (
    <section className={boxes.box} aria-labelledby={id}>
      <div className={boxes.boxHead}>
        <h2 id={id} className={boxes.boxTitle}>
          {words.title}
        </h2>
        <div className={styles.badges}>
          {aside}
          <Button
            label={words.add}
            size="xs"
            leftSection={<PlusIcon size={14} />}
            onClick={() => router.setParams({ [param]: 'new' }, 'push')}
          />
        </div>
      </div>
      <p className={styles.dim}>{words.text}</p>
      <Loaded query={query} rows={2}>
        {(list) => (
          <>
            {list.length > 0 && <ul>{list.map(row)}</ul>}
            <SideDrawer param={param} title={(key) => (key === 'new' ? words.addTitle : words.editTitle)}>
              {(key, close) => {
                const item = list.find((one) => String(one.id) === key)
                if (!item && key !== 'new') return <p>{words.gone}</p>
                return <Fragment key={key}>{fields(item, close)}</Fragment>
              }}
            </SideDrawer>
          </>
        )}
      </Loaded>
    </section>
  )
}

interface RowProps {
  /** As in its list. */
  param: string
  /** `lastError`: why the last download failed; blank if it did not. */
  item: { id: number; lastError: string; lastErrorCoded?: Coded | undefined }
  name: string
  dir?: 'ltr'
  state: ReactNode
  words: { fetch: string; failed: string }
  /** Asked before it is deleted. */
  question: Question
  fetch(): Promise<unknown>
  remove(): Promise<unknown>
  /** Reads the list again. */
  refresh(): Promise<unknown>
  /** Of what its children did. */
  error?: Error | null
  /** Between the button that fetches and the menu. */
  children?: ReactNode
}

/** One entry, with buttons to fetch, edit and delete it, and its last error. */
export function RemoteRow({ param, item, name, dir, state, words, question, refresh, ...row }: RowProps) {
  const { t, router, questions } = useApp()
  const say = useSayCoded(item.lastErrorCoded)
  const fetching = useMutation({ mutationFn: row.fetch, onSettled: refresh })
  const removal = useMutation({ mutationFn: row.remove, onSuccess: refresh })
  const error = row.error ?? removal.error ?? fetching.error
  async function remove() {
    if (await questions.ask({ ...question, danger: true })) removal.mutate()
  }
  return (
    <li className={boxes.row}>
      <div className={boxes.rowText}>
        <bdi dir={dir} className={styles.nameText}>
          {name}
        </bdi>
        <span className={styles.dim}>{state}</span>
      </div>
      <IconButton
        icon={RenewIcon}
        label={words.fetch}
        loading={fetching.isPending}
        onClick={() => fetching.mutate()}
      />
      {row.children}
      <RowMenu
        label={t('table.menu', { name })}
        entries={() => [
          editing(t('outbounds.edit'), () => router.setParams({ [param]: String(item.id) }, 'push')),
          deletion(t('outbounds.delete'), () => void remove()),
        ]}
      />
      {item.lastError !== '' && !error && (
        <Alert color="orange">
          <span dir="auto">{say(item.lastErrorCoded, item.lastError)}</span>
        </Alert>
      )}
      {error && <Failed error={error} title={words.failed} />}
    </li>
  )
}
