import type { Block, Inbound } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import { EntryLine } from '../../../entries/entry-line.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { Link } from '../../../router/link.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Badges, NodeMark } from '../cells.tsx'
import { emailsOf, type OnlineCounts, onlineOf } from '../inbound-view.ts'
import { isChecked } from '../use-check-toasts.ts'
import styles from './editor.module.css'
import { draftsOf, formOf } from './form-values.ts'
import { InboundEditor } from './inbound-editor.tsx'

interface Props {
  inbound: Inbound
  all: readonly Inbound[]
  online: OnlineCounts
  onDone(id: number, name: string, form: Block): void
}

export function EditInbound({ inbound, all, online, onDone }: Props) {
  const rows = useReply(endpoints.inbounds.fallbacks, {
    params: { id: inbound.id },
    staleTime: 0,
    gcTime: 0, // refetched on each opening: the form owns the rows from here on
  })
  return (
    <>
      <Summary inbound={inbound} online={online} />
      {isChecked(inbound) && <EntryLine inboundId={inbound.id} />}
      <Loaded query={rows}>
        {(found) => (
          <InboundEditor
            initial={formOf(inbound)}
            fallbacks={draftsOf(found)}
            inbound={inbound}
            all={all}
            onDone={onDone}
          />
        )}
      </Loaded>
    </>
  )
}

/** Its clients are on their own page: how many, how many are online, and a link. */
function Summary({ inbound, online }: { inbound: Inbound; online: OnlineCounts }) {
  const { t, measures } = useTranslation()
  const now = onlineOf(inbound, online)
  return (
    <div className={styles.summary}>
      <Badges inbound={inbound} />
      <NodeMark inbound={inbound} />
      <span>{measures.bytes(inbound.up + inbound.down)}</span>
      {carriesClients(inbound.protocol) && (
        <>
          <Link to={`panel/clients?q=inbound:${inbound.id}`} className={styles.people}>
            {t('inbounds.count', { count: emailsOf(inbound).length })}
          </Link>
          <span>{t('inbounds.online', { count: now })}</span>
        </>
      )}
    </div>
  )
}
