import type { ConfigChange } from '#contract/core-config.ts'
import type { HostsReview } from '#contract/hosts-api.ts'
import type { Translate } from '../../../i18n/translation.tsx'
import { ChangeList } from '../../../review/change-list.tsx'
import type { Question, Questions } from '../../../ui/questions.ts'
import { formatName, labelOf, wordOf } from './address-labels.ts'

type NameOfInbound = (id: number) => string

/** A value as the form shows it; undefined if it is blank. */
function shown(t: Translate, path: string, value: unknown, inboundName: NameOfInbound): string | undefined {
  const say = (one: unknown): string => {
    if (path === 'inboundIds') return inboundName(Number(one))
    if (path === 'excludeFromSubTypes') return formatName(t, String(one))
    return wordOf(t, path, one) ?? String(one)
  }
  if (typeof value === 'boolean')
    return t(value === (path === 'isDisabled') ? 'addresses.no' : 'addresses.yes')
  if (path === 'trafficMultiplier') return typeof value === 'number' ? String(value) : undefined
  if (Array.isArray(value)) return value.map(say).join('\n') || undefined
  return value === 0 || value === '' || value === undefined ? undefined : say(value)
}

function readable(t: Translate, { path, ...change }: ConfigChange, inboundName: NameOfInbound): ConfigChange {
  const before = shown(t, path, change.before, inboundName)
  const after = shown(t, path, change.after, inboundName)
  return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

/** Which links a change of addresses changes and whose; then "Apply". `asks` replaces the usual title and verb. */
export async function askReview(
  questions: Questions,
  t: Translate,
  { changes, more, inbounds, clients, subscriptions, keysEnd }: HostsReview,
  inboundName: NameOfInbound,
  asks: Partial<Question> = {},
): Promise<boolean> {
  const names = inbounds.map(({ id }) => inboundName(id)).join(', ')
  // Options of deleted addresses are not needed.
  const isTold = ({ path }: ConfigChange) =>
    asks.danger ? path === 'hosts' || path === 'inboundIds' : path !== 'sortOrder'
  const text = (
    <>
      {clients === 0 ? (
        <p>{t('addresses.nobody')}</p>
      ) : (
        <>
          <p>{t('addresses.who', { count: clients, inbounds: `\u2068${names}\u2069` })}</p>
          {subscriptions > 0 && <p>{t('addresses.refresh')}</p>}
        </>
      )}
      {keysEnd > 0 && <p>{t('addresses.keysEnd', { count: keysEnd })}</p>}
      <ChangeList
        changes={changes.filter(isTold).map((one) => readable(t, one, inboundName))}
        more={more}
        special={({ path }) => {
          const label = labelOf(path)
          return label && { name: <bdi>{t(label)}</bdi>, body: undefined }
        }}
      />
    </>
  )
  const usual = { title: t('inboundReview.title'), verb: t('inboundReview.apply') }
  return questions.ask({ ...usual, ...asks, text, ...(keysEnd === 0 && { online: 0 }) })
}
