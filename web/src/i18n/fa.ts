import type { Messages } from './en.ts'
import { activity } from './fa/activity.ts'
import { clients } from './fa/clients.ts'
import { home } from './fa/home.ts'
import { inboundFields } from './fa/inbound-fields.ts'
import { inbounds } from './fa/inbounds.ts'
import { kit } from './fa/kit.ts'
import { login } from './fa/login.ts'
import { network } from './fa/network.ts'
import { networkOutbounds } from './fa/network-outbounds.ts'
import { settings } from './fa/settings.ts'
import { setup } from './fa/setup.ts'
import { shell } from './fa/shell.ts'

export const fa: Messages = {
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
