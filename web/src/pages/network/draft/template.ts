import type { Block } from '#contract/inbound.ts'
import { asBlock, asBlocks, foldedAt, withForced } from '#domain/untyped.ts'

/** The operator's template. Unknown JSON in it survives an edit. */
export type Template = Block

/** The parsed reply of `POST /panel/xray/`, which is JSON text inside its envelope. */
export interface TemplateReply {
  xraySetting: Template
  inboundTags: string[]
  clientReverseTags: string[]
  outboundTestUrl: string
  subscriptionOutbounds: Block[]
  subscriptionOutboundTags: string[]
  /** The default outbound: the first one, possibly a subscription's that is placed before the template's. */
  defaultOutboundTag?: string
}

/** Our own server wrote it in this form. */
export const parseReply = (text: string): TemplateReply => JSON.parse(text) as TemplateReply

/** A section as the core reads it, in any letter case of its key. */
export const sectionOf = (template: Template, name: string): Block => asBlock(foldedAt(template, name))
export const rulesOf = (template: Template): Block[] =>
  asBlocks(foldedAt(sectionOf(template, 'routing'), 'rules'))
export const balancersOf = (template: Template): Block[] =>
  asBlocks(foldedAt(sectionOf(template, 'routing'), 'balancers'))
export const outboundsOf = (template: Template): Block[] => asBlocks(foldedAt(template, 'outbounds'))

/** The template with another list of rules. */
export const withRules = (template: Template, rules: readonly Block[]): Template =>
  withForced(template, { routing: withForced(sectionOf(template, 'routing'), { rules: [...rules] }) })
