import type { PlainKey } from '../../../i18n/translation.tsx'
import { wordFor } from '../../../i18n/word-for.ts'

/** Undefined for a field that is shown by its key. */
export const labelOf = (path: string): PlainKey | undefined => wordFor('field', path)

/** The name of a field without a label: its key, with its block. */
export const shortPath = (path: string): string =>
  path
    .replace(/^(settings|streamSettings)\./, '')
    .replace(/^\w+Settings\./, '')
    .replace(/^.*\[\]\./, '')

export const keyOfPath = (path: string): string => path.split('.').at(-1)?.replace('[]', '') ?? path

/** Shown below the field. */
export const hints: Readonly<Record<string, PlainKey>> = {
  listen: 'field.listenHint',
  speedDown: 'field.speedDownHint',
  speedUp: 'field.speedUpHint',
  trafficMultiplier: 'field.trafficMultiplierHint',
  labels: 'field.labelsHint',
  'settings.encryption': 'field.encryptionHint',
  'settings.secretKey': 'field.secretKeyHint',
  'settings.address': 'field.tunnelAddressHint',
  'settings.dns': 'field.tunnelDnsHint',
  'settings.peers': 'field.peersHint',
  'streamSettings.realitySettings.target': 'field.targetHint',
  'streamSettings.realitySettings.minClientVer': 'field.minClientVerHint',
  'streamSettings.realitySettings.settings.fingerprint': 'field.realityFingerprintHint',
  shareAddrStrategy: 'field.shareHint',
}

const masqueHints: typeof hints = {
  'settings.address': 'field.masqueAddressHint',
  'settings.dns': 'field.masqueDnsHint',
  'streamSettings.masqueSettings.path': 'field.masquePathHint',
  'streamSettings.masqueSettings.host': 'field.masqueHostHint',
  'streamSettings.tlsSettings.alpn': 'field.masqueAlpnHint',
}

/** Some fields have another meaning there. */
export const hintOn = (protocol: string, path: string): PlainKey | undefined =>
  (protocol === 'masque' ? masqueHints[path] : undefined) ?? hints[path]

/** Labels of choices; others are shown as the core spells them. */
export const choiceLabels: Readonly<Record<string, Readonly<Record<string, PlainKey>>>> = {
  trafficReset: {
    never: 'choice.never',
    hourly: 'choice.hourly',
    daily: 'choice.daily',
    weekly: 'choice.weekly',
    monthly: 'choice.monthly',
  },
  shareAddrStrategy: { node: 'choice.byNode', listen: 'choice.byListen', custom: 'choice.own' },
}
