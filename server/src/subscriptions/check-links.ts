import type { UserSource } from '#domain/core-config/users.ts'
import { ownHost } from '#domain/entries/names.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import type { Base } from '../settings/base-services.ts'
import { entriesOf } from './entries.ts'
import type { InboundsSnapshot } from './inbounds-snapshot.ts'

const named = {
  remarkModel: '-io',
  remarkTemplate: '',
  subEmailInRemark: false,
  subShowInfo: false,
} as const
const noLimits = {
  subId: '',
  totalGB: 0,
  expiryTime: 0,
  slowed: '',
  deviceKeys: false,
  deviceSecrets: '',
} as const

type Deps = Pick<Base, 'now' | 'settings'> & { snapshot: Pick<InboundsSnapshot, 'get'> }

/**
 * What the hidden client dials to use an inbound: made exactly as the links of its clients, so that what is checked is
 * what they have. Nothing that cannot be advertised is in it.
 */
export const createCheckLinks =
  ({ snapshot, settings, now }: Deps) =>
  async (inboundId: number, user: UserSource): Promise<readonly Advertised[]> => {
    const reached = (await snapshot.get()).get(inboundId)
    if (!reached?.inbound.enable) return []
    // The hidden client has one key, which the core knows at every address.
    const { derived: _, ...attached } = reached
    const client = { ...user, ...noLimits, shadowsocksKey: user.shadowsocksKey ?? '' }
    const dialler = {
      ...{ client, id: 0, externalLinks: '', hosts: [] },
      traffic: { up: 0, down: 0, lastOnline: 0 },
      attachments: [{ ...attached, flowOverride: '' }],
    }
    const asked = { settings: { ...settings.current(), ...named }, requestHost: ownHost, now: now() }
    return entriesOf(dialler, asked).entries
  }

export type CheckLinks = ReturnType<typeof createCheckLinks>
