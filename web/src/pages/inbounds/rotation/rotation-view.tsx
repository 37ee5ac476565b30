import '../../../forms/mantine-styles.ts'
import { useMutation } from '@tanstack/react-query'
import type { RotationPreview, RotationState } from '#contract/rotation-api.ts'
import { endpoints, keyOf, useReply } from '../../../api/endpoints.ts'
import type { Remote } from '../../../api/remote.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { sayError, useSayCoded } from '../../../ui/say-error.ts'
import { Loaded } from '../../../ui/states.tsx'
import styles from './rotation.module.css'
import { RulesForm } from './rules-form.tsx'

type Act = 'start' | 'retire' | 'undo'
const MINUTE = 60_000

/** What of an inbound rotates: what is served now, the next rotation, its rules and what was before. */
export function RotationView({ id }: { id: number }) {
  const query = useReply(endpoints.rotation.state, { params: { id }, staleTime: 0, refetchInterval: MINUTE })
  return (
    <Loaded query={query} rows={4}>
      {(state) => (
        <div className="shrinkingStack16">
          <Now id={id} state={state} />
          <RulesForm id={id} state={state} />
          <History state={state} />
        </div>
      )}
    </Loaded>
  )
}

/** A call that changes the rotation, after a question where something is taken out of service. */
export function useRotationCall(id: number) {
  const { api, queries, questions, toasts } = useServices()
  const { t } = useTranslation()
  return useMutation({
    async mutationFn(act: Act) {
      const words = {
        title: t(`rotation.${act}Title`),
        text: t(`rotation.${act}Text`),
        verb: t(`rotation.${act}`),
      }
      if (!(await questions.ask(words))) return
      const remote: Remote = endpoints.rotation[act]
      await api.ask(remote, { params: { id } })
      toasts.show({ tone: 'good', text: t(`rotation.${act}Done`) })
      await queries.invalidateQueries({ queryKey: keyOf(endpoints.rotation.state, { params: { id } }) })
      await queries.invalidateQueries({ queryKey: [endpoints.rotation.preview.path] })
    },
    onError: (error) => toasts.show({ tone: 'bad', text: sayError(t, error) }),
  })
}

function Now({ id, state }: { id: number; state: RotationState }) {
  const { t, measures } = useTranslation()
  const call = useRotationCall(id)
  const { running, progress, rules, served, history } = state
  const said = useSayCoded(state.problemCoded ?? undefined)
  const share = progress.active === 0 ? 1 : progress.fetched / progress.active
  const canUndo = running !== null || history.some(({ endedBy }) => endedBy !== 'undone')
  return (
    <Card title={t(running ? 'rotation.running' : 'rotation.served')}>
      {running ? (
        <>
          <Changes changes={running.changes} />
          <progress className={styles.bar} max={1} value={share} aria-label={t('rotation.running')} />
          <p role="status">{t('rotation.progress', progress)}</p>
          <p className={styles.note}>
            {t('rotation.retiresAt', { percent: measures.percent(rules.percent) })}
            {progress.linkOnly > 0 && ` ${t('rotation.linkOnly', { count: progress.linkOnly })}`}
          </p>
        </>
      ) : (
        <dl className={styles.values}>
          {served
            .filter(({ kind }) => !state.cannot.some((one) => one.kind === kind))
            .map(({ kind, values }) => (
              <div key={kind}>
                <dt>{t(`rotation.kind.${kind}`)}</dt>
                <dd>
                  <bdi>{values.join(', ') || t('rotation.ownAddress')}</bdi>
                </dd>
              </div>
            ))}
        </dl>
      )}
      {!running && <Next id={id} />}
      {state.problemCoded && (
        <p className={styles.problem}>
          {t('rotation.problem', { reason: said(state.problemCoded, state.problem) })}
        </p>
      )}
      {state.nextAt > 0 && (
        <p className={styles.note}>{t('rotation.nextAt', { when: measures.date(state.nextAt) })}</p>
      )}
      <div className="wrapRow8">
        {running && <Button label={t('rotation.retire')} primary call={call} input={'retire' as const} />}
        {canUndo && <Button label={t('rotation.undo')} call={call} input={'undo' as const} />}
      </div>
    </Card>
  )
}

const Changes = ({ changes }: Pick<RotationPreview, 'changes'>) => {
  const { t } = useTranslation()
  return (
    <ul className={styles.changes}>
      {changes.map(({ kind, from, to }) => (
        <li key={kind}>
          {t('rotation.change', {
            kind: t(`rotation.kind.${kind}`),
            from: from.join(', ') || t('rotation.ownAddress'),
            to: to.join(', ') || t('rotation.ownAddress'),
          })}
        </li>
      ))}
    </ul>
  )
}

/** What would happen now: which values, how many clients, and what they have to do. */
function Next({ id }: { id: number }) {
  const { t } = useTranslation()
  const call = useRotationCall(id)
  const { data } = useReply(endpoints.rotation.preview, { params: { id }, body: {}, staleTime: 0 })
  const said = useSayCoded(data?.refusalCoded)
  if (!data) return null
  const { changes, progress, refusal, refusalCoded, reconnects } = data
  return (
    <div data-rotation-preview>
      <h3 className={styles.heading}>{t('rotation.next')}</h3>
      {changes.length > 0 && (
        <>
          <Changes changes={changes} />
          <p className={styles.note}>
            {t('rotation.clients', { count: progress.active })} {t('rotation.nothingToDo')}
            {progress.linkOnly > 0 && ` ${t('rotation.linkOnly', { count: progress.linkOnly })}`}
            {reconnects > 0 && ` ${t('rotation.reconnects', { count: reconnects })}`}
          </p>
        </>
      )}
      {refusal !== undefined && <p className={styles.problem}>{said(refusalCoded, refusal)}</p>}
      {refusal === undefined && (
        <Button label={t('rotation.start')} primary call={call} input={'start' as const} />
      )}
    </div>
  )
}

function History({ state: { history } }: { state: RotationState }) {
  const { t, measures } = useTranslation()
  if (history.length === 0) return null
  return (
    <Card title={t('rotation.history')}>
      <ol className={styles.history}>
        {history.map((one) => (
          <li key={one.id}>
            <Changes changes={one.changes} />
            <span className={styles.note}>
              {t(`rotation.cause.${one.cause}`, { when: measures.moment(one.beganAt) })}{' '}
              {one.endedBy !== '' &&
                t(`rotation.end.${one.endedBy}`, {
                  when: measures.moment(one.endedAt),
                  fetched: one.fetched,
                  active: one.active,
                })}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
