import { lazyWithWords } from '../../../i18n/lazy-with-words.ts'

/** The field table and its words come with the first form that is opened. */
export const OutboundForm = lazyWithWords(
  () => import('./outbound-form.tsx'),
  'OutboundForm',
  'inbounds',
  'inbound-fields',
)
