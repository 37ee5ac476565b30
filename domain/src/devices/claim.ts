import { oneLine } from '../subscription/text.ts'

/** What an app says about the device it runs on. Nothing of it is proven. */
export type DeviceClaim = NonNullable<ReturnType<typeof readClaim>>

export type DeviceFacts = Omit<DeviceClaim, 'id'>

const [shortestId, longestId] = [6, 256]
const longestText = 512

type Headers = Readonly<Record<string, string | string[] | undefined>>

const textIn = (headers: Headers, name: string): string => {
  const value = headers[name]
  return (typeof value === 'string' ? value : (value?.[0] ?? '')).trim()
}

/** Header values arrive byte by byte; apps send names of phones in UTF-8. */
function decoded(bytes: string): string {
  if (/^[ -~]*$/.test(bytes)) return bytes
  const codes = Uint8Array.from(bytes, (character) => character.charCodeAt(0) & 0xff)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(codes)
  } catch {
    return bytes
  }
}

const shown = (headers: Headers, name: string): string =>
  oneLine(decoded(textIn(headers, name).slice(0, 4 * longestText)).slice(0, longestText))

/** Null if the app sends no id, or an unusable one: too short to tell devices apart, or too long. */
export function readClaim(headers: Headers) {
  const id = textIn(headers, 'x-hwid')
  if (id.length < shortestId || id.length > longestId) return null
  return {
    /** Never stored and never shown: a hash stands for it. */
    id,
    userAgent: shown(headers, 'user-agent'),
    deviceOs: shown(headers, 'x-device-os'),
    osVersion: shown(headers, 'x-ver-os'),
    deviceModel: shown(headers, 'x-device-model'),
  }
}
