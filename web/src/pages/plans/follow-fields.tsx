import { Alert, Switch } from '@mantine/core'
import { meantBy } from '#domain/follow/named.ts'
import type { FieldsOf } from '../../forms/form.tsx'
import { TagsField } from '../../forms/tags-field.tsx'
import { useApp } from '../../services.tsx'
import styles from '../clients/bulk.module.css'
import { InboundChips } from '../clients/inbound-chips.tsx'
import { inboundName } from '../clients/inbound-name.ts'
import { useClientInbounds } from '../clients/use-clients.ts'

export interface FollowForm {
  followInbounds: boolean
  /** Their ids. */
  inboundIds: string[]
  labels: string[]
}

export const followForm = (of: {
  followInbounds: boolean
  inboundIds: number[]
  labels: string[]
}): FollowForm => ({
  followInbounds: of.followInbounds,
  inboundIds: of.inboundIds.map(String),
  labels: of.labels,
})

/** Inbounds that are gone are not named again, and labels count only where clients follow. */
export const namedOf = (
  { followInbounds, inboundIds, labels }: FollowForm,
  known: readonly { id: number }[],
) => ({
  followInbounds,
  inboundIds: inboundIds.map(Number).filter((id) => !followInbounds || known.some((one) => one.id === id)),
  labels: followInbounds ? labels : [],
})

interface Props<V extends FollowForm> {
  form: Pick<FieldsOf<V>, 'set' | 'errors'> & { values: FollowForm }
  /** A group names inbounds only for members that follow. */
  isGroup?: boolean
}

/** Which inbounds a plan or a group names, and whether its clients follow them. */
export function FollowFields<V extends FollowForm>({ form, isGroup }: Props<V>) {
  const { t } = useApp()
  const inbounds = useClientInbounds()
  const { values, errors } = form
  const set = form.set as (name: keyof FollowForm, value: boolean | string[]) => void // of the values above
  const { followInbounds } = values
  const labels = [...new Set(inbounds.flatMap((one) => one.labels))].sort()
  const gone = values.inboundIds.filter((id) => !inbounds.some((one) => String(one.id) === id))
  const named = namedOf(values, inbounds)
  const meant = new Set(meantBy(named, inbounds))
  return (
    <>
      <Switch
        name="followInbounds"
        label={t('follow.switch')}
        description={t(isGroup ? 'follow.groupHint' : 'follow.planHint')}
        checked={followInbounds}
        onChange={(event) => set('followInbounds', event.currentTarget.checked)}
      />
      {inbounds.length > 0 && (followInbounds || !isGroup) && (
        <InboundChips
          inbounds={inbounds}
          value={values.inboundIds}
          error={errors.inboundIds}
          onChange={(ids) => set('inboundIds', ids)}
        />
      )}
      {followInbounds && (
        <TagsField
          name="labels"
          label={t('follow.labels')}
          description={t('follow.labelsHint')}
          error={errors.labels}
          value={values.labels}
          data={labels}
          onChange={(words) => set('labels', words)}
        />
      )}
      {followInbounds && (
        <p className={styles.preview} role="status" dir="auto">
          {meant.size === 0
            ? t('follow.none')
            : t('follow.meant', {
                names: inbounds
                  .filter(({ id }) => meant.has(id))
                  .map(inboundName)
                  .join(', '),
              })}
        </p>
      )}
      {followInbounds && inbounds.length > 0 && gone.length > 0 && (
        <Alert color="yellow">{t('follow.gone', { ids: gone.map((id) => `#${id}`).join(', ') })}</Alert>
      )}
    </>
  )
}
