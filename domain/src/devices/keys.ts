import { base64 } from '#domain/texts.ts'
import { type Credentials, isValidKey, type Mint, passwordOn } from '../clients/credentials.ts'

/** The parts of a client that its devices' keys are in. */
export interface DeviceKeyed {
  /** Whether each device has a key of its own. While it is off, the secrets are kept and nobody can use them. */
  deviceKeys?: boolean
  /** One line per device: its row id, a space, its secret. Ids below zero are devices of this panel's centre. */
  deviceSecrets?: string
}

/** More devices share the client's own key: each one is a user in every inbound of the core. */
export const mostKeys = 100

/** Separate random bytes for each credential: none can be guessed from another. */
const parts = { uuid: [0, 16], password: [16, 32], auth: [32, 48], shadowsocksKey: [48, 80] } as const
const secretLength = 80

export const newSecret = (mint: Pick<Mint, 'bytes'>): string => base64(mint.bytes(secretLength))

const bytesOf = (secret: string): Uint8Array =>
  Uint8Array.from(atob(secret), (character) => character.charCodeAt(0))

/** As text; a list of all clients is made of a hundred thousand of them. */
const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
function hex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += pairs[byte]
  return text
}

/** A random UUID, with the bits that say so. */
function uuidOf(bytes: Uint8Array): string {
  const own = Uint8Array.from(bytes)
  own[6] = ((own[6] ?? 0) & 0x0f) | 0x40
  own[8] = ((own[8] ?? 0) & 0x3f) | 0x80
  const text = hex(own)
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}

export function readSecrets(text: string): Map<number, string> {
  const secrets = new Map<number, string>()
  for (const line of text === '' ? [] : text.split('\n')) {
    const space = line.indexOf(' ')
    if (space > 0) secrets.set(Number(line.slice(0, space)), line.slice(space + 1))
  }
  return secrets
}

const writtenSecrets = (secrets: ReadonlyMap<number, string>): string =>
  [...secrets].map(([device, secret]) => `${device} ${secret}`).join('\n')

export const withSecret = (text: string, device: number, secret: string): string =>
  writtenSecrets(readSecrets(text).set(device, secret))

export function withoutSecrets(text: string, devices: readonly number[]): string {
  const secrets = readSecrets(text)
  for (const device of devices) secrets.delete(device)
  return writtenSecrets(secrets)
}

/** Devices that got their key from a centre: it alone decides about them (ADR 101). */
const isOfCentre = (device: number): boolean => device < 0

/** Devices that this panel itself has given a key, whether or not it works now. */
export const ownDevices = (text: string): number[] =>
  [...readSecrets(text).keys()].filter((device) => !isOfCentre(device))

/** New secrets for all devices: the client's keys were replaced. Those of a centre's devices are gone until it sends more. */
export const renewedSecrets = (text: string, mint: Pick<Mint, 'bytes'>): string =>
  writtenSecrets(new Map(ownDevices(text).map((device) => [device, newSecret(mint)])))

export const keyedDevices = ({ deviceKeys, deviceSecrets }: DeviceKeyed): number[] =>
  deviceSecrets
    ? [...readSecrets(deviceSecrets).keys()].filter((device) => deviceKeys || isOfCentre(device))
    : []

/** What a centre sends to a node: the secrets that work, in one order. */
export function secretsToSend({ deviceKeys, deviceSecrets = '' }: DeviceKeyed): string {
  if (!deviceKeys || deviceSecrets === '') return ''
  const own = [...readSecrets(deviceSecrets)].filter(([device]) => !isOfCentre(device))
  return writtenSecrets(new Map(own.sort(([a], [b]) => a - b)))
}

/** What a centre has sent, as it sent it. */
export function secretsOfCentre(text: string): string {
  if (!text.includes('-')) return ''
  const sent = [...readSecrets(text)].flatMap(([device, secret]): [number, string][] =>
    isOfCentre(device) ? [[-device, secret]] : [],
  )
  return writtenSecrets(new Map(sent.sort(([a], [b]) => a - b)))
}

/** The devices of a centre become exactly these; those of this panel stay. */
export function withSecretsOfCentre(text: string, sent: string): string {
  const all = new Map([...readSecrets(text)].filter(([device]) => !isOfCentre(device)))
  for (const [device, secret] of readSecrets(sent)) all.set(-device, secret)
  return writtenSecrets(all)
}

/** What a user of a protocol is known by, where any text will do. */
export type KeyPart = 'uuid' | 'password' | 'auth'
export const keyFrom = (part: KeyPart, bytes: Uint8Array): string =>
  part === 'uuid' ? uuidOf(bytes) : hex(bytes)

/** All credentials of a user from `secretLength` bytes that nobody else knows. */
export function credentialsIn(bytes: Uint8Array, shadowsocksLength: number): Credentials {
  const part = (name: keyof typeof parts) => bytes.slice(...parts[name])
  return {
    uuid: uuidOf(part('uuid')),
    password: hex(part('password')),
    auth: hex(part('auth')),
    shadowsocksKey: base64(part('shadowsocksKey').slice(0, shadowsocksLength)),
  }
}

/**
 * The credentials of a device; undefined if it has none of its own. A Shadowsocks 2022 key is as long as the client's,
 * which fits all its inbounds.
 */
export function deviceCredentials(
  client: DeviceKeyed & { password: string; shadowsocksKey?: string },
  device: number,
): Credentials | undefined {
  const works = client.deviceKeys || isOfCentre(device)
  const secret = works ? readSecrets(client.deviceSecrets ?? '').get(device) : undefined
  if (secret === undefined) return undefined
  const short = '2022-blake3-aes-128-gcm'
  return credentialsIn(bytesOf(secret), isValidKey(short, passwordOn(short, client)) ? 16 : 32)
}

/** A device with keys of its own. */
export type KeyedDevice = Credentials & { device: number }

export function keyedDevice(
  client: Parameters<typeof deviceCredentials>[0],
  device: number,
): KeyedDevice | undefined {
  const own = deviceCredentials(client, device)
  return own && { ...own, device }
}
