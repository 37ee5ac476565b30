import { NativeSelect, TextInput } from '@mantine/core'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { MomentField } from '../../forms/moment-field.tsx'
import { type Translate, useTranslation } from '../../i18n/translation.tsx'
import { actorOf } from '../../ui/actor-words.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import styles from './activity.module.css'
import { type AuditChoice, ranges } from './audit-filter.ts'
import { kinds, verbChoices } from './audit-words.ts'
import { jobWords } from './job-words.ts'

interface Props {
  choice: AuditChoice
  onChoose(part: Partial<AuditChoice>): void
}

/** All filters are in the URL, so that a result can be shared. */
export function AuditFilters({ choice, onChoose }: Props) {
  const { t } = useTranslation()
  const select = (part: keyof AuditChoice) => ({
    value: choice[part],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChoose({ [part]: event.currentTarget.value }),
  })
  return (
    <>
      <NativeSelect
        label={t('activity.kind')}
        {...select('kind')}
        data={[
          { value: '', label: t('activity.all') },
          ...Object.entries(kinds).map(([value, label]) => ({ value, label: t(label) })),
        ]}
      />
      <NativeSelect
        label={t('activity.verb')}
        {...select('verb')}
        data={[
          { value: '', label: t('activity.anyVerb') },
          ...verbChoices.map(({ value, label }) => ({ value, label: t(label) })),
        ]}
      />
      <Actors choice={choice} onChoose={onChoose} />
      <NativeSelect
        label={t('activity.when')}
        {...select('range')}
        data={ranges.map((value) => ({ value, label: t(`range.${value}`) }))}
      />
      {choice.range === 'custom' && (
        <>
          <MomentField
            of="day"
            label={t('range.from')}
            value={choice.from}
            onChange={(from) => onChoose({ from })}
          />
          <MomentField of="day" label={t('range.to')} value={choice.to} onChange={(to) => onChoose({ to })} />
        </>
      )}
      <TextInput
        type="search"
        label={t('activity.text')}
        placeholder={t('activity.textHint')}
        {...select('text')}
        className={styles.grow ?? ''}
        autoComplete="off"
        spellCheck={false}
        {...(choice.text && { dir: 'auto' })}
      />
      {choice.object && (
        <button
          type="button"
          className={styles.chip}
          aria-label={t('activity.dropObject', { name: choice.object })}
          onClick={() => onChoose({ object: '' })}
        >
          <bdi>{choice.object}</bdi>
          <CloseIcon size={14} />
        </button>
      )}
    </>
  )
}

/** A job is called by what it does. */
function labelOf(t: Translate, actorKind: string, actor: string): string {
  const purpose = actorKind === 'job' ? jobWords(actor) : undefined
  return purpose ? t(purpose) : actorOf({ actorKind, actor }, t)
}

/** Every actor in the trail; a name from the URL is kept even if it is not among them. */
function Actors({ choice, onChoose }: Props) {
  const { t } = useTranslation()
  const actors = useReply(endpoints.audit.actors, { staleTime: 60_000 })
  const named = new Map(actors.data?.map(({ kind, name }) => [name, labelOf(t, kind, name)]) ?? [])
  if (choice.actor && !named.has(choice.actor)) named.set(choice.actor, choice.actor)
  return (
    <NativeSelect
      label={t('activity.actor')}
      value={choice.actor}
      onChange={(event) => onChoose({ actor: event.currentTarget.value })}
      data={[
        { value: '', label: t('activity.anybody') },
        ...[...named].map(([value, label]) => ({ value, label })),
      ]}
    />
  )
}
