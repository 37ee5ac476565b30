import type { SettingsReview } from '#contract/settings-api.ts'
import { isolated } from '../i18n/measures.ts'
import type { Translate } from '../i18n/translation.tsx'
import type { Questions } from '../ui/questions.ts'
import { ChangeList } from './change-list.tsx'

interface Around {
  /** What the form calls a setting. */
  labelOf(key: string): string
  /** Where the panel is after its restart; undefined if it stays, or if only its proxy knows. */
  address: string | undefined
}

/** What a save of settings changes, the new addresses, and who must be informed; then "Save". */
export async function askSettingsReview(
  questions: Questions,
  t: Translate,
  review: SettingsReview,
  { labelOf, address }: Around,
): Promise<boolean> {
  const { restart, subscriptionAddress, subscriptions: count } = review
  const shown = (value: unknown) =>
    typeof value === 'boolean' ? t(value ? 'settings.on' : 'settings.off') : String(value ?? '') || '∅'
  const changes = review.changes.map(({ key, before, after }) => ({
    path: key,
    before: shown(before),
    after: shown(after),
  }))
  const moves =
    review.panelMoves && (address ? t('settingsReview.panelAt', { address: isolated(address) }) : undefined)
  const sentences = [
    moves || (review.panelMoves && t('settingsReview.panelMoves')),
    review.subscriptionsStop && count > 0 && t('settingsReview.stop', { count }),
    subscriptionAddress && t('settingsReview.address', { address: isolated(subscriptionAddress.after) }),
    review.linksChange && count > 0 && t('inboundReview.links', { count }),
    restart.length > 0 && t('settingsReview.restart', { names: restart.map(labelOf).join(', ') }),
  ].filter((sentence) => typeof sentence === 'string')
  const text = (
    <>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <ChangeList
        changes={changes}
        more={0}
        special={({ path }) => ({ name: <bdi>{labelOf(path)}</bdi>, body: undefined })}
      />
    </>
  )
  const title = t('inboundReview.title')
  return questions.ask({ title, text, verb: t('settings.save'), online: 0 })
}
