import { blanksOf, type GroupField, groupFields, rowOf, type StoredFields } from '#contract/clients/fields.ts'
import { checkCount } from '#domain/clients/field-rules.ts'
import { checkQuotas } from '#domain/quotas/quotas.ts'
import { type Sent, withSent } from './fields.ts'

/** What a group gives to members that set nothing themselves, with the quota and the end that all members share. */
export type GroupPolicy = Pick<StoredFields, GroupField>

export const noGroupPolicy: GroupPolicy = blanksOf(groupFields)

/** Applies the sent fields; refuses one that is no whole number from 0. */
export function withGroupPolicy(base: GroupPolicy, sent: Sent<GroupPolicy>): GroupPolicy {
  for (const name of groupFields) {
    const value = sent[name]
    if (Array.isArray(value)) checkQuotas(value, name)
    if (typeof value === 'number') checkCount(value, name, rowOf(name).max)
  }
  return withSent(groupFields, base, sent)
}
