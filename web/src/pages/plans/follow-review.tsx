import { Alert, Checkbox } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Named } from '#contract/follow.ts'
import type { FollowDone, FollowPreview } from '#contract/follow-api.ts'
import { endpoints, keyOf } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed, Loaded } from '../../ui/states.tsx'
import { useUndoAct } from '../../undo/use-undo-act.ts'
import styles from '../clients/bulk.module.css'
import { inboundName } from '../clients/inbound-name.ts'
import { useClientInbounds } from '../clients/use-clients.ts'

/** A plan by its id, a group by its name. */
export type Followed = { id: number } | { name: string }

interface Props {
  of: Followed
  was: Named
  named: Named
  /** What else is saved, afterwards. */
  saveRest(): Promise<void>
  onBack(): void
  onDone(): void
}

/** Which clients get and lose inbounds; applies exactly that. */
export function FollowReview({ of, was, named, saveRest, onBack, onDone }: Props) {
  const { t, api, toasts, queries } = useApp()
  const inbounds = useClientInbounds()
  const undoAct = useUndoAct()
  const [takeOver, setTakeOver] = useState(!was.followInbounds)
  const [leaveNone, setLeaveNone] = useState(false)
  const wish = { ...named, takeOver }
  const preview = useQuery({
    queryKey: ['follow', of, wish],
    queryFn: () => ask(wish),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const saving = useMutation({
    async mutationFn({ version }: FollowPreview) {
      const done = await save({ ...wish, version, leaveNone })
      await saveRest()
      return done
    },
    async onSuccess({ attached, detached, undo }) {
      const lists = [endpoints.plans.list, endpoints.clientGroups.list, endpoints.clients.listPaged]
      await Promise.all(lists.map((list) => queries.invalidateQueries({ queryKey: keyOf(list).slice(0, 1) })))
      const text = t('follow.done', { attached, detached })
      toasts.show({ tone: 'good', text, ...(undo !== undefined && { undo: () => undoAct(undo) }) })
      onDone()
    },
    onError: () => void preview.refetch(), // the difference may be another one now
  })

  const ask = (body: typeof wish): Promise<FollowPreview> =>
    'id' in of
      ? api.call(endpoints.follow.previewPlan, { params: { id: of.id }, body })
      : api.call(endpoints.follow.previewGroup, { body: { name: of.name, ...body } })
  const save = (body: typeof wish & { version: string; leaveNone: boolean }): Promise<FollowDone> =>
    'id' in of
      ? api.call(endpoints.follow.savePlan, { params: { id: of.id }, body })
      : api.call(endpoints.follow.saveGroup, { body: { name: of.name, ...body } })

  const nameOf = (id: number) => {
    const found = inbounds.find((one) => one.id === id)
    return found ? inboundName(found) : `#${id}`
  }

  return (
    <div className="stack14">
      <Loaded query={preview} rows={3}>
        {(shown) => (
          <>
            <p role="status">
              {t('follow.who', {
                clients: shown.clients,
                attached: shown.attached,
                detached: shown.detached,
              })}
            </p>
            <ul className="indentedList">
              {shown.inbounds.map(({ id, attach, detach }) => (
                <li key={id}>
                  <bdi>{nameOf(id)}</bdi>{' '}
                  <span className={styles.preview}>{t('follow.counts', { attach, detach })}</span>
                </li>
              ))}
            </ul>
            {!named.followInbounds && <p className={styles.preview}>{t('follow.off')}</p>}
            {shown.examples.length > 0 && (
              <p className={styles.preview} dir="auto">
                {t('planApply.examples', { names: shown.examples.map(({ email }) => email).join(', ') })}
              </p>
            )}
            {named.followInbounds && (shown.byHand > 0 || takeOver) && (
              <Checkbox
                checked={takeOver}
                onChange={(event) => setTakeOver(event.currentTarget.checked)}
                label={t('follow.takeOver', { count: shown.byHand })}
                description={t('follow.takeOverHint')}
              />
            )}
            {shown.refused > 0 && (
              <Alert color="yellow" title={t('follow.refused', { count: shown.refused })}>
                <ul className="indentedList">
                  {shown.refusedExamples.slice(0, 5).map(({ email, reason }) => (
                    <li key={`${email} ${reason}`} dir="auto">
                      <bdi>{email}</bdi>: {reason}
                    </li>
                  ))}
                </ul>
              </Alert>
            )}
            {shown.none > 0 && (
              <Alert color="red" title={t('follow.left', { count: shown.none })}>
                <p dir="auto">{shown.noneExamples.join(', ')}</p>
                <Checkbox
                  mt="xs"
                  checked={leaveNone}
                  onChange={(event) => setLeaveNone(event.currentTarget.checked)}
                  label={t('follow.leave')}
                />
              </Alert>
            )}
            {saving.error && <Failed error={saving.error} />}
            <div className="buttonsAtEnd">
              <Button label={t('follow.back')} onClick={onBack} />
              <Button
                label={t('follow.verb')}
                primary
                loading={saving.isPending}
                disabled={preview.isFetching || (shown.none > 0 && !leaveNone)}
                onClick={() => saving.mutate(shown)}
              />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
