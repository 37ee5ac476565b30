import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ConfigImpact, ConfigPreview } from '#contract/core-api.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { CodedText } from '../../../i18n/coded.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { sayError, useSayCoded } from '../../../ui/say-error.ts'
import { Failed, Loaded } from '../../../ui/states.tsx'
import { useDraft } from '../draft/draft.tsx'
import { rulesOf } from '../draft/template.ts'
import { RuleSentence } from '../routing/rule-sentence.tsx'
import { useTargets } from '../routing/targets.ts'
import { ConfigChanges } from './config-changes.tsx'
import { faultyRule } from './fault.ts'
import { type Asked, previewOf } from './previews.ts'
import styles from './review.module.css'
import type { Applying } from './use-apply.ts'

interface Props {
  asked: Asked
  verb: string
  verbRestart: string
  verbLater: string
  busy: boolean
  failure: unknown
  onApply(how: Applying): void
}

/** Impact and the core's verdict first, then the changes; the buttons stay visible. */
export function ReviewBody(props: Props) {
  const { t, api } = useApp()
  const preview = useQuery(previewOf(api, props.asked))
  const { error } = preview
  const refused = error instanceof ApiError && error.kind === 'refused' ? error : undefined
  return (
    <Loaded
      query={preview}
      rows={6}
      {...(refused && {
        failed: <Refused words={refused.message} said={sayError(t, refused)} field={refused.field} />,
      })}
    >
      {(data) => <Judged {...props} preview={data} />}
    </Loaded>
  )
}

function Judged({ preview, busy, failure, onApply, ...verbs }: Props & { preview: ConfigPreview }) {
  const { t } = useApp()
  const { changes, more, impact, verdict } = preview
  const refused = verdict !== ''
  return (
    <div className="stack14">
      {refused ? (
        <Refused words={verdict} />
      ) : (
        <>
          <Impact impact={impact} changes={changes.length} />
          <p className={styles.accepted}>{t('network.reviewAccepted')}</p>
        </>
      )}
      <h3 className={styles.title}>{t('network.reviewChanges')}</h3>
      <ConfigChanges changes={changes} more={more} />
      {Boolean(failure) && <Failed error={failure} title={t('network.reviewFailed')} />}
      <div className={styles.buttons}>
        {impact.restart && (
          <Button
            label={verbs.verbLater}
            disabled={refused || busy}
            onClick={() => onApply({ restart: false })}
          />
        )}
        <Button
          label={impact.restart ? verbs.verbRestart : verbs.verb}
          primary
          disabled={refused}
          loading={busy}
          {...(impact.restart && { color: 'red.9' })}
          onClick={() => onApply({ restart: impact.restart })}
        />
      </div>
    </div>
  )
}

interface RefusedProps {
  /** In English, as the panel or the core says it: the rule at fault is found in it. */
  words: string
  /** In the reader's language, where the panel says it. */
  said?: string
  field?: string | undefined
}

/** Why it cannot be applied, with a button that opens the rule at fault. */
function Refused({ words, said, field = '' }: RefusedProps) {
  const { t, router } = useApp()
  const { template } = useDraft()
  const targets = useTargets()
  const rules = rulesOf(template)
  const at = faultyRule(words, field, rules)
  const rule = at === undefined ? undefined : rules[at]
  return (
    <Alert color="red" role="alert" title={t('network.reviewRefused')}>
      <p className={styles.words} dir={said === undefined ? 'ltr' : 'auto'}>
        {said ?? words}
      </p>
      {rule && (
        <div className={styles.fault}>
          <RuleSentence rule={rule} targets={targets} />
          <Button
            label={t('network.reviewOpenRule')}
            size="xs"
            onClick={() => router.setParams({ tab: undefined, review: undefined, rule: String(at) }, 'push')}
          />
        </div>
      )}
      <p>{t('network.reviewNothingStored')}</p>
    </Alert>
  )
}

interface ImpactProps {
  impact: ConfigImpact
  /** The number of differences; without any the core is not touched. */
  changes: number
}

/** The affected clients in one sentence, then the reasons. */
function Impact({ impact, changes }: ImpactProps) {
  const { t } = useApp()
  const { isRunning, restart, online, cuts, defaultRoute } = impact
  const calm = !restart && cuts.length === 0
  const title =
    changes === 0
      ? t('impact.same')
      : !isRunning
        ? t('impact.stopped')
        : restart
          ? t('impact.restart', { count: online })
          : calm
            ? t('impact.live')
            : t('impact.cuts', { tags: cuts.join(', ') })
  return (
    <div className={styles.impact} data-tone={calm ? 'good' : 'warn'}>
      <p className={styles.impactTitle}>{title}</p>
      <Sentences of={impact.reasons} coded={impact.reasonsCoded} />
      {defaultRoute && <p>{t('impact.defaultRoute')}</p>}
      {impact.waiting.length > 0 && (
        <>
          <p>{t('impact.waiting')}</p>
          <Sentences of={impact.waiting} coded={impact.waitingCoded} />
        </>
      )}
    </div>
  )
}

interface SentencesProps {
  /** In English. */
  of: readonly string[]
  coded: readonly CodedText[]
}

function Sentences({ of, coded }: SentencesProps) {
  const say = useSayCoded(coded[0])
  return of.length === 0 ? null : (
    <ul className="indentedList" dir="auto">
      {of.map((sentence, i) => (
        <li key={sentence}>{say(coded[i], sentence)}</li>
      ))}
    </ul>
  )
}
