import { ar } from './words/ar.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fa } from './words/fa.ts'
import { ru } from './words/ru.ts'
import { tr } from './words/tr.ts'
import { zh } from './words/zh.ts'

/** What the page says. `{x}` stands for a value. */
export interface Words {
  title: string
  active: string
  expired: string
  usedUp: string
  off: string
  online: string
  lastSeen: string
  neverSeen: string
  unlimited: string
  ofTotal: string
  left: string
  shared: string
  download: string
  upload: string
  expires: string
  noExpiry: string
  fromFirstUse: string
  nothing: string
  connect: string
  openIn: string
  hint: string
  otherApps: string
  link: string
  otherAddresses: string
  copy: string
  copied: string
  qr: string
  otherForms: string
  servers: string
  more: string
  help: string
  perDay: string
  mostInDay: string
  figures: string
  install: string
  open: string
  device: string
  language: string
  ended: string
  askGiver: string
  renewal: string
}

export const words = { en, fa, ar, ru, zh, tr, es }
export type Language = keyof typeof words
