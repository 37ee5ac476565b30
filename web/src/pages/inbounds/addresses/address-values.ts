import type { HostGroup, HostInput } from '#contract/host.ts'
import { blockIn } from '../editor/text-forms.ts'

/** What the form has no field for: it is kept as it is stored. */
type Kept =
  | 'groupId'
  | 'isDisabled'
  | 'isHidden'
  | 'mihomoX25519'
  | 'shuffleHost'
  | 'sortOrder'
  | 'nodeGuids'
  | 'ownKeys'

/** The fields of the form. `muxParams`, `sockoptParams` and `finalMask` are JSON objects as text; blank: not set. */
export interface AddressForm extends Omit<HostGroup, Kept | 'inboundIds' | 'port' | 'trafficMultiplier'> {
  inboundIds: string[]
  /** Blank: the inbound's own. */
  port: number | string
  /** Blank: the inbound's. */
  trafficMultiplier: number | string
}

const blank: AddressForm = {
  inboundIds: [],
  hosts: [],
  remark: '',
  port: '',
  trafficMultiplier: '',
  security: 'same',
  sni: '',
  hostHeader: '',
  path: '',
  alpn: [],
  fingerprint: '',
  overrideSniFromAddress: false,
  keepSniBlank: false,
  allowInsecure: false,
  echConfigList: '',
  pinnedPeerCertSha256: [],
  verifyPeerCertByName: '',
  vlessRoute: '',
  excludeFromSubTypes: [],
  serverDescription: '',
  mihomoIpVersion: 'dual',
  tags: [],
  muxParams: '',
  sockoptParams: '',
  finalMask: '',
}

/** For an inbound if the list shows only its addresses. */
export const newForm = (inboundId: string): AddressForm => ({
  ...blank,
  inboundIds: inboundId === '' ? [] : [inboundId],
})

export function formOf(group: HostGroup): AddressForm {
  const known = Object.keys(blank) as (keyof AddressForm)[] // exactly the keys of the object
  const same = Object.fromEntries(known.map((key) => [key, group[key]])) as unknown as AddressForm // the rest follows
  return {
    ...same,
    inboundIds: group.inboundIds.map(String),
    port: group.port || '',
    trafficMultiplier: group.trafficMultiplier ?? '',
  }
}

/** The whole group, as the panel takes it. */
export function inputOf({ groupId: _, ...group }: HostGroup): HostInput {
  return group
}

export const bodyOf = (form: AddressForm, group: HostGroup | undefined): HostInput => ({
  ...(group && inputOf(group)),
  ...form,
  hosts: form.hosts.map((host) => host.trim()),
  inboundIds: form.inboundIds.map(Number),
  port: Number(form.port) || 0,
  trafficMultiplier: form.trafficMultiplier === '' ? null : Number(form.trafficMultiplier),
  ...Object.fromEntries(jsonFields.map((name) => [name, form[name].trim()])),
})

export const jsonFields = ['muxParams', 'sockoptParams', 'finalMask'] as const

/** Links ignore anything else. */
export const isJsonObject = (text: string): boolean => blockIn(text) !== undefined

/** A group is in links unless it is disabled, or hidden by a script or another panel. */
export const isOn = ({ isDisabled, isHidden }: HostGroup): boolean => !isDisabled && !isHidden

export const switched = (group: HostGroup, on: boolean): HostInput => ({
  ...inputOf(group),
  isDisabled: !on,
  isHidden: group.isHidden && !on,
})

export const nameOf = ({ remark, hosts }: Pick<HostGroup, 'remark' | 'hosts'>): string =>
  remark || hosts.join(', ')

/** All groups, those that are shown in their new order at the places that they had. */
export function orderWith(all: readonly HostGroup[], shown: readonly HostGroup[]): string[] {
  const ids = new Set(shown.map((group) => group.groupId))
  const next = shown.map((group) => group.groupId).values()
  return all.map(({ groupId }) => (ids.has(groupId) ? (next.next().value ?? groupId) : groupId))
}
