import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ConfigPreview } from '#contract/core-api.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { ConfigChanges } from './config-changes.tsx'
import { Impact } from './impact.tsx'
import { type Asked, previewOf } from './previews.ts'
import { Refused } from './refused.tsx'
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
  const { api } = useServices()
  const { t } = useTranslation()
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
  const { t } = useTranslation()
  const { changes, more, impact, verdict } = preview
  const refused = verdict !== ''
  return (
    <div className={styles.review}>
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
          <Button variant="default" disabled={refused || busy} onClick={() => onApply({ restart: false })}>
            {verbs.verbLater}
          </Button>
        )}
        <Button
          disabled={refused}
          loading={busy}
          {...(impact.restart && { color: 'red.9' })}
          onClick={() => onApply({ restart: impact.restart })}
        >
          {impact.restart ? verbs.verbRestart : verbs.verb}
        </Button>
      </div>
    </div>
  )
}
