import type { Coded } from '#contract/coded.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import type { DefaultSettings } from '#contract/settings.ts'
import { hex32, type Mint } from '#domain/clients/credentials.ts'
import { type AdvertisedInbound, type Attachment, advertise } from '#domain/links/advertise.ts'
import { shareLink } from '#domain/links/link.ts'
import { whyNoLink } from '#domain/links/without-link.ts'
import { base64 } from '#domain/texts.ts'
import { blockAt, textAt } from '#domain/untyped.ts'
import { newPeerKeys } from '#domain/wireguard/keys.ts'

/** A sample client with credentials for every protocol. */
export function sampleClient(mint: Mint) {
  return {
    uuid: mint.uuid(),
    password: hex32(mint),
    auth: hex32(mint),
    key16: base64(mint.bytes(16)),
    key32: base64(mint.bytes(32)),
    ...newPeerKeys(mint),
  }
}

const shapeOf = (form: Block, id: number): AdvertisedInbound => ({
  id,
  protocol: textAt(form, 'protocol'),
  settings: blockAt(form, 'settings'),
  streamSettings: blockAt(form, 'streamSettings'),
  disableFlow: form.disableFlow === true,
  listen: textAt(form, 'listen'),
  port: Number(form.port) || 0,
  remark: textAt(form, 'remark'),
  shareAddrStrategy: textAt(form, 'shareAddrStrategy'),
  shareAddr: textAt(form, 'shareAddr'),
  subSortIndex: 1,
})

interface Around {
  id: number
  /** Its fallback master. */
  master: Inbound | undefined
  client: ReturnType<typeof sampleClient>
  settings: Pick<DefaultSettings, 'remarkModel' | 'remarkTemplate'> | undefined
  host: string
  now: number
}

/** The link that a client of this inbound would get; undefined if the protocol has none. */
export function sampleLink(
  form: Block,
  { id, master, client, settings, host, now }: Around,
): { link: string } | { why: Coded } | undefined {
  const inbound = shapeOf(form, id)
  if (!carriesClients(inbound.protocol)) return undefined
  const method = textAt(inbound.settings, 'method').toLowerCase()
  const is2022 = method.startsWith('2022-')
  const password = is2022 ? (method.includes('aes-128') ? client.key16 : client.key32) : client.password
  const attachment: Attachment = {
    inbound,
    flowOverride: '',
    ...(master && { master: shapeOf({ ...master }, master.id) }),
  }
  const { entries, left } = advertise({
    client: {
      uuid: client.uuid,
      password,
      auth: client.auth,
      privateKey: client.privateKey,
      allowedIPs: '10.0.0.2/32',
      flow: 'xtls-rprx-vision',
      security: 'auto',
      email: 'sample',
      subId: 'sample',
    },
    attachments: [attachment],
    hosts: [],
    publicHost: '',
    requestHost: host,
    remark: {
      remarkModel: settings?.remarkModel ?? '',
      remarkTemplate: settings?.remarkTemplate ?? '',
      subEmailInRemark: true,
      subShowInfo: false,
    },
    usage: { up: 0, down: 0, total: 0, expiryTime: 0, enable: true },
    now,
  })
  const [first] = entries
  const why = first && whyNoLink(first)
  if (why) return { why }
  if (first) return { link: shareLink(first) }
  return left[0] && { why: left[0].reasonCoded }
}
