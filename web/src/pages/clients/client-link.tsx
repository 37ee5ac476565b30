import type { MouseEvent } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { useServices } from '../../services.tsx'
import { CellEdit } from './cell-edit.tsx'
import styles from './clients.module.css'

/** The name opens the client beside the list; as a link it can be opened in a new tab. */
export function ClientLink({ client, edits }: { client: ClientSlim; edits?: boolean }) {
  const { router } = useServices()
  const { email, comment } = client
  function open(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.setParams({ c: email, tab: undefined }, 'push')
  }
  const note = comment && (
    <bdi className={styles.comment} title={comment}>
      {comment}
    </bdi>
  )
  return (
    <span className={styles.name}>
      <a
        href={router.hrefWith({ c: email, tab: undefined })}
        className={styles.link}
        onClick={open}
        data-open={email}
        dir="auto"
      >
        {email}
      </a>
      {edits ? (
        <CellEdit client={client} kind="comment">
          {note}
        </CellEdit>
      ) : (
        note
      )}
    </span>
  )
}
