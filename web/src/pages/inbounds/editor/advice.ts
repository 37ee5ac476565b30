import type { Block } from '#contract/inbound.ts'
import { isSingleUser } from '#domain/clients/shadowsocks-key.ts'
import { isSocketPath } from '#domain/inbounds/listen.ts'
import { blockAt, isBlock, networkOf, securityOf, textAt, textsAt } from '#domain/inbounds/stream.ts'
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

function realityAdvice(block: Block): Advice[] {
  const names = textsAt(block, 'serverNames')
  const site = [...names, textAt(block, 'target') || textAt(block, 'dest')].join(' ').toLowerCase()
  const found: (Advice | false)[] = [
    textAt(block, 'target') === '' &&
      textAt(block, 'dest') === '' &&
      typeof block.target !== 'number' && { at: `${reality}.target`, text: 'advice.target', grave: true },
    names.length === 0 && { at: `${reality}.serverNames`, text: 'advice.serverNames', grave: true },
    textAt(block, 'privateKey') === '' && {
      at: `${reality}.privateKey`,
      text: 'advice.privateKey',
      grave: true,
    },
    textsAt(block, 'shortIds').length === 0 && {
      at: `${reality}.shortIds`,
      text: 'advice.shortIds',
      grave: true,
    },
    // The core itself warns about these: they are blocked or monitored where clients are.
    /(\.(ru|ir|cn)(\s|:|$)|apple|icloud|microsoft)/.test(site) && {
      at: `${reality}.serverNames`,
      text: 'advice.knownSite',
      grave: false,
    },
  ]
  return found.filter((item) => item !== false)
}

function tlsAdvice(block: Block): Advice[] {
  const rows = Array.isArray(block.certificates) ? block.certificates.filter(isBlock) : []
  const whole = rows.some(
    (row) =>
      (textAt(row, 'certificateFile') !== '' && textAt(row, 'keyFile') !== '') ||
      (textsAt(row, 'certificate').length > 0 && textsAt(row, 'key').length > 0),
  )
  return whole
    ? []
    : [{ at: `${tls}.certificates[0].certificateFile`, text: 'advice.certificate', grave: true }]
}

/** What validation accepts but will not work or is not safe. */
export function adviceFor(form: Block, isChild: boolean): Advice[] {
  const stream = blockAt(form, 'streamSettings')
  const security = securityOf(stream)
  const protocol = textAt(form, 'protocol')
  const settings = blockAt(form, 'settings')
  const encrypted = !['', 'none'].includes(textAt(settings, 'decryption'))
  const bare =
    security === 'none' &&
    (protocol === 'trojan' || (protocol === 'vless' && !encrypted)) &&
    !isChild &&
    !isLocal(textAt(form, 'listen'))
  return [
    ...(security === 'reality' ? realityAdvice(blockAt(stream, 'realitySettings')) : []),
    ...(security === 'tls' ? tlsAdvice(blockAt(stream, 'tlsSettings')) : []),
    ...(bare ? [{ at: 'streamSettings.security', text: 'advice.bare', grave: false } as const] : []),
    ...(protocol === 'shadowsocks' && isSingleUser(textAt(settings, 'method'))
      ? [{ at: 'settings.method', text: 'advice.singleUser', grave: true } as const]
      : []),
    ...(protocol === 'vmess' && security === 'none' && networkOf(stream) === 'tcp' && !isChild
      ? [{ at: 'streamSettings.security', text: 'advice.plainVmess', grave: false } as const]
      : []),
  ]
}
