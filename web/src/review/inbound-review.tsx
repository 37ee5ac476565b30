import type { ConfigChange } from '#contract/core-config.ts'
import type { InboundReview } from '#contract/inbound.ts'
import type { FieldWords } from '../conflict/field-words.ts'
import { inboundWords } from '../conflict/inbound-words.ts'
import type { Translate } from '../i18n/translation.tsx'
import type { Questions } from '../ui/questions.ts'
import { ChangedValue, ChangeList, plain } from './change-list.tsx'
import { formPath } from './form-path.ts'

/** A block is shown as it is stored; everything else as the form writes it. */
const isBlock = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !(Array.isArray(value) && value.every((one) => typeof one !== 'object'))

/** A change by the form's own name of the field, with both values. */
function named({ path, before, after }: ConfigChange, words: FieldWords) {
  const field = formPath(path)
  const said = (value: unknown) => (isBlock(value) ? plain(value) : <bdi>{words.value(field, value)}</bdi>)
  return {
    name: <bdi title={path}>{words.label(field)}</bdi>,
    body: (
      <>
        {before !== undefined && <ChangedValue sign="−">{said(before)}</ChangedValue>}
        {after !== undefined && <ChangedValue sign="+">{said(after)}</ChangedValue>}
      </>
    ),
  }
}

/** What a save of an inbound changes, who has to connect again and which links change; then "Apply". */
export async function askInboundReview(
  questions: Questions,
  t: Translate,
  { changes, more, reconnects, subscriptions }: InboundReview,
): Promise<boolean> {
  const words = inboundWords(t)
  const text = (
    <>
      <p>{t('inboundReview.links', { count: subscriptions })}</p>
      <p>{t('inboundReview.accepted')}</p>
      <ChangeList changes={changes} more={more} special={(change) => named(change, words)} />
    </>
  )
  const title = t('inboundReview.title')
  return questions.ask({ title, text, verb: t('inboundReview.apply'), online: reconnects })
}
