import { activity } from './en/activity.ts'
import { clients } from './en/clients.ts'
import { home } from './en/home.ts'
import { inboundFields } from './en/inbound-fields.ts'
import { inbounds } from './en/inbounds.ts'
import { kit } from './en/kit.ts'
import { login } from './en/login.ts'
import { network } from './en/network.ts'
import { networkOutbounds } from './en/network-outbounds.ts'
import { settings } from './en/settings.ts'
import { setup } from './en/setup.ts'
import { shell } from './en/shell.ts'

/** English is the measure: its keys and arguments are the ones that every other language must have. */
export const en = {
  ...shell,
  ...kit,
  ...login,
  ...home,
  ...clients,
  ...inbounds,
  ...inboundFields,
  ...network,
  ...networkOutbounds,
  ...setup,
  ...settings,
  ...activity,
}
export type Key = keyof typeof en
export type Messages = Readonly<Record<Key, string>>
