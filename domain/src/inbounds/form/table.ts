import type { Field } from './field.ts'
import { generalFields } from './general.ts'
import { settingsFields } from './protocols.ts'
import { securityFields } from './security.ts'
import { socketFields } from './socket.ts'
import { transportFields } from './transports.ts'

/** Every field of an inbound: form, validation and defaults all use this table. */
export const formTable: readonly Field[] = [
  ...generalFields,
  ...settingsFields,
  ...transportFields,
  ...securityFields,
  ...socketFields,
]
