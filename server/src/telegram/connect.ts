import { encode } from 'uqr'
import { isDepleted } from '#domain/clients/status.ts'
import type { Pressed } from './acts.ts'
import type { ClientFacts, Moment } from './cards/client-card.ts'
import { bold, mono } from './html.ts'
import type { Sender, SendFile } from './send.ts'
import type { BotServices } from './services.ts'
import { longestMessage } from './split.ts'

/** More codes than these would flood the chat. */
const mostCodes = 5
const mostLinks = 100

const fileName = (name: string): string => name.replace(/[^\w.@-]/g, '_').slice(0, 60) || 'client'

/** What a client needs to connect: its subscription, its links, and both as QR codes. */
export function createConnect(services: BotServices, moment: () => Moment, sender: Sender) {
  /** A client that is off or used up gets no links, as in its subscription (R34). Its administrator sees them. */
  function isWithheld(c: ClientFacts, { person }: Pressed): boolean {
    if (person.isAdmin) return false
    const usage = { expiryTime: c.expiryTime, quota: c.quota, used: c.up + c.down }
    return !c.enable || isDepleted(usage, moment().now)
  }

  const linksOf = async (c: ClientFacts, by: Pressed): Promise<string[]> =>
    isWithheld(c, by) ? [] : services.links(c.email)

  const sendNothing = (c: ClientFacts, by: Pressed) =>
    sender.text(by.chat, by.translator.h(isWithheld(c, by) ? 'linksWithheld' : 'noLinks'))

  return {
    async subscription(c: ClientFacts, { chat, translator }: Pressed): Promise<void> {
      const { raw, json, isLocal } = services.subscription(c.subId)
      const lines = [translator.h('subscriptionOf', { email: mono(c.email) })]
      if (raw !== '') lines.push(mono(raw).text)
      if (json !== '') lines.push('', bold('JSON').text, mono(json).text)
      if (raw === '' && json === '') lines.push(translator.h('subscriptionsOff'))
      else if (isLocal) lines.push('', translator.h('subscriptionLocal'))
      await sender.text(chat, lines.join('\n'))
    },
    async links(c: ClientFacts, by: Pressed): Promise<void> {
      const { chat, translator } = by
      const links = (await linksOf(c, by)).slice(0, mostLinks)
      if (links.length === 0) return void (await sendNothing(c, by))
      const title = translator.h('linksOf', { email: mono(c.email) })
      // A link that is cut in two is useless: long ones come as a file.
      if (links.some((link) => mono(link).text.length > longestMessage)) {
        const bytes = Buffer.from(`${links.join('\n')}\n`)
        return sender.document(chat, { name: `${fileName(c.email)}.txt`, bytes, caption: title })
      }
      await sender.text(chat, [title, ...links.flatMap((link) => ['', mono(link).text])].join('\n'))
    },
    async qr(c: ClientFacts, by: Pressed): Promise<void> {
      const { chat, translator } = by
      const { raw, json, isLocal } = services.subscription(c.subId)
      const warning = isLocal ? [translator.h('subscriptionLocal')] : []
      const of = translator.h('subscriptionOf', { email: mono(c.email) })
      const links = (await linksOf(c, by)).slice(0, mostCodes)
      const wanted = [
        { name: 'sub.png', text: raw, caption: [of, ...warning].join('\n') },
        { name: 'subjson.png', text: json, caption: [bold('JSON').text, ...warning].join('\n') },
        ...links.map((text, i) => ({
          name: `${fileName(c.email)}${i === 0 ? '' : `-${i + 1}`}.png`,
          text,
          caption: translator.h('linksOf', { email: mono(c.email) }),
        })),
      ]
      const files: SendFile[] = []
      for (const { name, text, caption } of wanted) {
        const bytes = text === '' ? undefined : await qrPng(text)
        if (bytes) files.push({ name, bytes, caption })
      }
      if (files.length === 0) await sendNothing(c, by)
      for (const file of files) await sender.document(chat, file)
    },
  }
}

export type Connect = ReturnType<typeof createConnect>

/** A quiet zone of four modules: scanners fail without it. */
const quiet = 4
/** Pixels of a side, at least. */
const leastSide = 320

/** A QR code as a PNG; undefined if the text does not fit into one. */
async function qrPng(text: string): Promise<Uint8Array | undefined> {
  let modules: boolean[][]
  try {
    modules = encode(text, { ecc: 'L', border: quiet }).data
  } catch {
    return undefined
  }
  const { PNG } = await import('pngjs') // loaded with the first code, to save memory
  const scale = Math.max(4, Math.ceil(leastSide / modules.length))
  const side = modules.length * scale
  const image = new PNG({ width: side, height: side, colorType: 0 })
  for (let y = 0; y < side; y++) {
    const row = modules[Math.floor(y / scale)] ?? []
    for (let x = 0; x < side; x++) {
      const shade = row[Math.floor(x / scale)] ? 0 : 255
      image.data.set([shade, shade, shade, 255], (y * side + x) * 4)
    }
  }
  return PNG.sync.write(image, { colorType: 0 })
}
