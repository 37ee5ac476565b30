import {
  blanksOf,
  byName,
  type FieldName,
  inheritedFields,
  planFields,
  type StoredFields,
} from '#contract/clients/fields.ts'
import type { Limits } from '#contract/limits.ts'

export const noLimits: Limits = blanksOf(inheritedFields)
/** A plan that limits nothing, and whose inbounds nobody follows. */
export const noPlanLimits = { ...blanksOf(planFields), followInbounds: false, labels: [] as string[] }

export type Sent<T> = { [K in keyof T]?: T[K] | undefined }

/** Applies the sent ones of these fields; the others keep their value. */
export const withSent = <K extends FieldName>(
  names: readonly K[],
  base: Pick<StoredFields, K>,
  sent: Sent<Pick<StoredFields, K>>,
) => byName(names, (name) => sent[name] ?? base[name]) as Pick<StoredFields, K> // name by name

export const withLimits = (base: Limits, sent: Sent<Limits>): Limits => withSent(inheritedFields, base, sent)
