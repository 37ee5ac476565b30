import type { PlainKey } from '../../i18n/translation.tsx'
import type { ClientForm } from './client-form.ts'

/** The names of a client's fields, as its form shows them. */
export const clientLabels: Record<Exclude<keyof ClientForm, 'uuid'>, PlainKey> = {
  email: 'new.email',
  comment: 'clients.comment',
  enable: 'clientForm.enabled',
  totalGB: 'clientForm.quota',
  expiryTime: 'clients.expiry',
  limitIp: 'clients.limitIp',
  limitHwid: 'clients.limitHwid',
  deviceKeys: 'clientForm.deviceKeys',
  speedDown: 'clientForm.speedDown',
  speedUp: 'clientForm.speedUp',
  whenEnded: 'clientForm.whenEnded',
  slowSpeed: 'clientForm.slowSpeed',
  fairUse: 'policy.fairUse',
  fairUseSpeed: 'policy.fairUseSpeed',
  ipCount: 'policy.ipCount',
  ipGrace: 'policy.ipGrace',
  whenOverIp: 'policy.overIp',
  reset: 'clientForm.renewDays',
  group: 'clients.group',
  inboundIds: 'clients.inbounds',
  flow: 'clientForm.flow',
  password: 'login.password',
  auth: 'clientForm.auth',
  subId: 'clientForm.subId',
  tgId: 'clientForm.tgId',
}
