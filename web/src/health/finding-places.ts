import type { Finding, HealthAction, HealthSubject } from '#contract/health-api.ts'
import type { PlainKey, Translate } from '../i18n/translation.tsx'
import { paths } from '../paths.ts'

const pages: readonly (readonly [string, PlainKey])[] = [
  [paths.settings, 'nav.settings'],
  [paths.inbounds, 'nav.inbounds'],
  [paths.network, 'nav.network'],
  [paths.nodes, 'nav.nodes'],
  [paths.clients, 'nav.clients'],
  [paths.activity, 'nav.activity'],
  [paths.health, 'nav.health'],
]

const pageWord = (to: string): PlainKey => pages.find(([path]) => to.startsWith(path))?.[1] ?? 'nav.home'

/** The page of what a finding is about, if it has one. */
export function placeOf({ kind, id }: HealthSubject): string | undefined {
  if (kind === 'inbound') return `${paths.inbounds}?i=${id}`
  if (kind === 'node') return `${paths.nodes}?n=${id}`
  return kind === 'outbound' ? `${paths.network}?tab=outbounds` : undefined
}

/** The page that an action names. */
export const pageOf = (action: HealthAction | undefined): string | undefined =>
  action && 'to' in action ? action.to : undefined

/** Where a finding is dealt with; a command to type stands on the page Health. */
export const placeFor = ({ action, subject }: Pick<Finding, 'action' | 'subject'>): string =>
  pageOf(action) ?? placeOf(subject) ?? paths.health

/** What is opened there: the inbound or node itself, or a page. */
export const placeName = (t: Translate, { subject }: Pick<Finding, 'subject'>, to: string): string =>
  subject.name !== '' && to === placeOf(subject) ? subject.name : t(pageWord(to))
