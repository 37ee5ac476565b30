import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Adopted, AdoptionView } from '#contract/adoption-api.ts'
import type { Node } from '#contract/node.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { loadCoded } from '../../i18n/coded.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { sayCoded, useSayCoded } from '../../ui/say-error.ts'
import { CallError, Loaded } from '../../ui/states.tsx'
import styles from './nodes.module.css'
import { useRefreshNodes } from './use-node-actions.tsx'

/** A plan of a large node is not a list to be read to its end. */
const MOST = 20

interface Props {
  node: Node
  close(): void
}

/** The second step of joining: what the node has already, and what of it shall belong to this panel. */
export function AdoptPlan({ node, close }: Props) {
  const { t } = useApp()
  const plan = useReply(endpoints.nodes.adoption, {
    params: { id: node.id },
    staleTime: 0,
    gcTime: 0, // the node may have changed by the next time
  })
  return (
    <div className="shrinkingStack16">
      <p>{t('join.adoptText')}</p>
      <Loaded query={plan} rows={3}>
        {(view) => <Plan key={plan.dataUpdatedAt} node={node} view={view} close={close} />}
      </Loaded>
    </div>
  )
}

function useAdopt(node: Node, close: () => void) {
  const { t, api, toasts, queries } = useApp()
  const refresh = useRefreshNodes()
  function tell({ inbounds, clients, attached, skipped }: Adopted) {
    toasts.show({ tone: 'good', text: t('join.adopted', { inbounds, clients: clients + attached }) })
    const [first] = skipped
    if (!first) return
    const reason = `${first.name}: ${sayCoded(first.reasonCoded, first.reason)}`
    toasts.show({ tone: 'warn', text: t('join.skipped', { count: skipped.length, reason }) })
  }
  return useMutation({
    mutationFn: (tags: string[]) =>
      api.call(endpoints.nodes.adopt, { params: { id: node.id }, body: { tags } }),
    onSuccess(done) {
      void queries.invalidateQueries()
      void Promise.all([refresh(), loadCoded()]).then(() => tell(done))
      close()
    },
  })
}

function Plan({ node, view, close }: Props & { view: AdoptionView }) {
  const { t } = useApp()
  const { inbounds, clientsOf, conflicts } = adoptable(view)
  const [tags, setTags] = useState(() => inbounds.map(({ tag }) => tag))
  const coming = clientsOf(new Set(tags))
  const adopt = useAdopt(node, close)
  const isNothing = tags.length + coming.length === 0
  return (
    <>
      {inbounds.length > 0 && (
        <ChoiceChips
          many
          name="tags"
          legend={t('join.inbounds')}
          value={tags}
          onChange={setTags}
          options={inbounds.map((row) => ({
            value: row.tag,
            label: <bdi>{row.remark || row.tag}</bdi>,
            hint: (
              <span dir="ltr">
                {row.protocol}:{row.port} · {t('join.clientsOn', { count: row.clients })}
              </span>
            ),
          }))}
        />
      )}
      {inbounds.length + coming.length + conflicts.length === 0 && (
        <p className="dim88">{t('join.nothing')}</p>
      )}
      <Coming rows={coming} />
      <Conflicts rows={conflicts} />
      {adopt.error && <CallError error={adopt.error} />}
      <div className="buttonsAtEnd">
        <Button label={t('join.later')} onClick={close} />
        <Button label={t('join.adoptVerb')} primary call={adopt} disabled={isNothing} input={tags} />
      </div>
    </>
  )
}

function Coming({ rows }: { rows: AdoptionView['clients'] }) {
  const { t } = useApp()
  const [fresh, known] = [rows.filter((row) => row.do === 'adopt'), rows.filter((row) => row.do === 'attach')]
  const changed = known.filter(({ changes }) => changes.length > 0)
  if (rows.length === 0) return null
  return (
    <div role="status">
      {fresh.length > 0 && <p>{t('join.comeNew', { count: fresh.length })}</p>}
      {known.length > 0 && <p>{t('join.comeKnown', { count: known.length })}</p>}
      <ul className={styles.waiting}>
        {changed.slice(0, MOST).map(({ email, changes }) => (
          <li key={email} dir="auto">
            {t('join.changes', { email, fields: changes.join(', ') })}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Conflicts({ rows }: { rows: ReturnType<typeof adoptable>['conflicts'] }) {
  const { t } = useApp()
  const say = useSayCoded(rows[0]?.reasonCoded)
  if (rows.length === 0) return null
  return (
    <section className="stack8" aria-labelledby="adopt-stays">
      <h3 id="adopt-stays" className="fieldLabel">
        {t('join.stays')}
      </h3>
      <ul className={styles.waiting}>
        {rows.slice(0, MOST).map((row) => (
          <li key={`${'email' in row} ${nameOf(row)}`}>
            <bdi>{nameOf(row)}</bdi>
            <p className={styles.said} dir="auto">
              {say(row.reasonCoded, row.reason)}
            </p>
          </li>
        ))}
      </ul>
      {rows.length > MOST && <p className="dim88">{t('join.more', { count: rows.length - MOST })}</p>}
    </section>
  )
}

type Row = AdoptionView['inbounds'][number] | AdoptionView['clients'][number]

/** What an operator has something to decide or to know about; the rest is left alone anyway. */
function adoptable({ inbounds, clients }: AdoptionView) {
  return {
    inbounds: inbounds.filter((row) => row.do === 'adopt'),
    /** Clients that come with these inbounds, or are on one that was adopted before. */
    clientsOf(tags: ReadonlySet<string>) {
      const open = new Set(inbounds.filter((row) => row.do === 'adopt').map(({ tag }) => tag))
      const comes = clients.filter((row) => row.do === 'adopt' || row.do === 'attach')
      return comes.filter(
        (row) => row.tags.some((tag) => tags.has(tag)) || !row.tags.some((tag) => open.has(tag)),
      )
    },
    conflicts: [...inbounds, ...clients].filter((row) => row.do === 'conflict'),
  }
}

const nameOf = (row: Row): string => ('email' in row ? row.email : row.tag)

/** Whether the second step of joining has anything to show. */
export const hasChoice = ({ inbounds, clients }: AdoptionView): boolean =>
  [...inbounds, ...clients].some((row) => row.do !== 'leave')
