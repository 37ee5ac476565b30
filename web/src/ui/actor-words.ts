import type { AuditEntry } from '#contract/audit-api.ts'
import type { Translate } from '../i18n/translation.tsx'

/** The actor: a user by name, a token, or the panel itself. */
export function actorOf({ actorKind, actor }: Pick<AuditEntry, 'actorKind' | 'actor'>, t: Translate): string {
  if (actorKind === 'anonymous') return t('actor.nobody')
  if (actorKind === 'token') return t('actor.token', { name: actor })
  return actorKind === 'job' ? t('actor.job') : actor
}
