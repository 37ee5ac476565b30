import type { Block } from '#contract/inbound.ts'
import { isSingleUser } from '#domain/clients/credentials.ts'
import { isSocketPath } from '#domain/inbounds/listen.ts'
import { networkOf, securityOf } from '#domain/inbounds/stream.ts'
import { blockAt, isBlock, textAt, textsAt } from '#domain/untyped.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'

export interface Advice {
  /** The field to fix. */
  at: string
  text: PlainKey
  /** The core will not start with it, or nobody can connect. */
  grave: boolean
}

const reality = 'streamSettings.realitySettings'
const tls = 'streamSettings.tlsSettings'
const isLocal = (listen: string) => isSocketPath(listen) || /^(127\.|::1$|\[::1\])/.test(listen)

const when = (isWrong: boolean, at: string, text: PlainKey, grave = true): Advice[] =>
  isWrong ? [{ at, text, grave }] : []

function realityAdvice(block: Block): Advice[] {
  const names = textsAt(block, 'serverNames')
  const target = textAt(block, 'target') || textAt(block, 'dest')
  const site = [...names, target].join(' ').toLowerCase()
  return [
    ...when(target === '' && typeof block.target !== 'number', `${reality}.target`, 'advice.target'),
    ...when(names.length === 0, `${reality}.serverNames`, 'advice.serverNames'),
    ...when(textAt(block, 'privateKey') === '', `${reality}.privateKey`, 'advice.privateKey'),
    ...when(textsAt(block, 'shortIds').length === 0, `${reality}.shortIds`, 'advice.shortIds'),
    // The core itself warns about these: they are blocked or monitored where clients are.
    ...when(
      /(\.(ru|ir|cn)(\s|:|$)|apple|icloud|microsoft)/.test(site),
      `${reality}.serverNames`,
      'advice.knownSite',
      false,
    ),
  ]
}

function tlsAdvice(block: Block): Advice[] {
  const rows = Array.isArray(block.certificates) ? block.certificates.filter(isBlock) : []
  const whole = rows.some(
    (row) =>
      (textAt(row, 'certificateFile') !== '' && textAt(row, 'keyFile') !== '') ||
      (textsAt(row, 'certificate').length > 0 && textsAt(row, 'key').length > 0),
  )
  return when(!whole, `${tls}.certificates[0].certificateFile`, 'advice.certificate')
}

/** What validation accepts but will not work or is not safe. */
export function adviceFor(form: Block, isChild: boolean): Advice[] {
  const stream = blockAt(form, 'streamSettings')
  const security = securityOf(stream)
  const protocol = textAt(form, 'protocol')
  const settings = blockAt(form, 'settings')
  const encrypted = !['', 'none'].includes(textAt(settings, 'decryption'))
  const isPlain = security === 'none' && !isChild
  const isBare =
    isPlain &&
    (protocol === 'trojan' || (protocol === 'vless' && !encrypted)) &&
    !isLocal(textAt(form, 'listen'))
  const isSingle = protocol === 'shadowsocks' && isSingleUser(textAt(settings, 'method'))
  const isPlainVmess = isPlain && protocol === 'vmess' && networkOf(stream) === 'tcp'
  return [
    ...(security === 'reality' ? realityAdvice(blockAt(stream, 'realitySettings')) : []),
    ...(security === 'tls' ? tlsAdvice(blockAt(stream, 'tlsSettings')) : []),
    ...when(isBare, 'streamSettings.security', 'advice.bare', false),
    ...when(isSingle, 'settings.method', 'advice.singleUser'),
    ...when(protocol === 'masque', 'protocol', 'advice.masqueApps', false),
    ...when(isPlainVmess, 'streamSettings.security', 'advice.plainVmess', false),
  ]
}
