import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import type { Advertised } from './advertised.ts'

/** No app has published a form of link for MASQUE with a name and a password. */
export const hasLink = ({ access }: Advertised): boolean => access.protocol !== 'masque'

export const whyNoLink = (entry: Advertised): Coded | undefined =>
  hasLink(entry) ? undefined : coded('link.masque-json')
