import { clientFields, fieldsWith } from '#contract/clients/fields.ts'

/** SQLite has no boolean: the driver converts these columns from 0 and 1. */
export const booleanColumns: ReadonlySet<string> = new Set([
  ...fieldsWith({ kind: 'toggle' }).map((name) => clientFields[name].column),
  'enable',
  'enabled',
  'allow_private_address',
  'disable_flow',
  'is_disabled',
  'prepend',
  'password_made',
  'sub_down',
  'stopping',
  'sunk',
  'routed',
  'on_home',
  'was_read',
  'blocked',
  'ended',
  'offline',
])
