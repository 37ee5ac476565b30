/** SQLite has no boolean: the driver converts these columns from 0 and 1. */
export const booleanColumns: ReadonlySet<string> = new Set([
  'enable',
  'enabled',
  'allow_private_address',
  'disabled_by_panel',
  'disable_flow',
  'is_disabled',
  'prepend',
  'password_made',
  'sub_down',
  'routed',
  'on_home',
  'was_read',
  'blocked',
  'device_keys',
  'ended',
])
