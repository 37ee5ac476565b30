import type { Advertised } from './advertised.ts'
import { filledTemplate } from './remark-template.ts'
import { bytesText, timeLeftText } from './remark-words.ts'

export interface RemarkSettings {
  /** A separator, then letters of i (inbound), e (email) and o (other: the address's remark). */
  remarkModel: string
  /** With `{{VARIABLES}}`; blank: the model is used. */
  remarkTemplate: string
  /** Whether the email is part of the model. */
  subEmailInRemark: boolean
  /** Whether the remaining quota and time are appended to the model. */
  subShowInfo: boolean
  /** Time zone for dates in templates; blank or `Local`: UTC. */
  timeZone?: string
}

/** A client's usage and limits. */
export interface Usage {
  up: number
  down: number
  /** Bytes; 0: unlimited. */
  total: number
  /** As `expiryTime` of a client. */
  expiryTime: number
  /** Whether it is enabled. */
  enable: boolean
}

/** Input for a remark. */
export interface Named {
  inboundRemark: string
  addressRemark: string
  entry: Omit<Advertised, 'remark'>
}

/** Remarks are shown in lists: no line breaks, no lone surrogates, limited length. */
const oneLine = (text: string): string =>
  (/^[ -~]*$/.test(text) ? text : text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')).trim()

function modelName(named: Named, s: RemarkSettings, separator: string): string {
  const [, ...order] = s.remarkModel || '-ieo'
  const parts: Readonly<Record<string, string>> = {
    i: named.inboundRemark,
    e: s.subEmailInRemark ? named.entry.email : '',
    o: named.addressRemark,
  }
  return order
    .map((letter) => (Object.hasOwn(parts, letter) ? parts[letter]!.trim() : ''))
    .filter((part) => part !== '')
    .join(separator)
}

/** The model, followed by what is left. */
function byModel(named: Named, s: RemarkSettings, usage: Usage, now: number): string {
  const separator = [...(s.remarkModel || '-ieo')][0] ?? '-'
  const name = modelName(named, s, separator)
  if (!s.subShowInfo) return name
  if (!usage.enable) return ['⛔️N/A', name].filter((part) => part !== '').join(separator)
  const left = usage.total - usage.up - usage.down
  const time = timeLeftText(usage.expiryTime, now)
  return [name, left > 0 ? `${bytesText(left)}📊` : '', time && `${time}⏳`]
    .filter((part) => part !== '')
    .join(separator)
}

/** The remark of one entry before it is made unique; never blank. */
export function remarkOf(named: Named, s: RemarkSettings, usage: Usage, now: number): string {
  const text = s.remarkTemplate ? filledTemplate(named, s, usage, now) : byModel(named, s, usage, now)
  const { access, host, port } = named.entry
  return oneLine(text) || `${access.protocol}-${host}-${port}`
}

/** Apps identify entries by name, so duplicates are renamed. */
export function withUniqueRemarks(entries: readonly Advertised[]): Advertised[] {
  const taken = new Set<string>()
  return entries.map((entry) => {
    let remark = entry.remark
    for (let n = 2; taken.has(remark); n++) remark = `${entry.remark}-${n}`
    taken.add(remark)
    return remark === entry.remark ? entry : { ...entry, remark }
  })
}
