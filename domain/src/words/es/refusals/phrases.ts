import type { phrases as english } from '#domain/refusals/phrases.ts'
import type { Refused } from '../../files.ts'

export const phrases: Refused<typeof english> = {
  'list.more': '{first}; {rest}.',
  'program.named': '{name} (proceso {pid})',
  'program.nameless': 'un programa (proceso {pid})',
  'program.unknown': 'otro programa de esta máquina',
  'program.ended': 'terminó con el código {code}',
  'address.loopback': 'dirección de loopback',
  'address.private': 'dirección privada',
  'address.link-local': 'dirección link-local',
  'address.cgnat': 'dirección CGNAT',
  'address.ula': 'dirección local única',
  'address.unspecified': 'la dirección no especificada',
  'address.multicast': 'dirección multicast',
  'address.broadcast': 'la dirección de difusión',
  'address.mapped': 'dirección IPv4 dentro de una IPv6',
  'address.compatible': 'dirección IPv4 dentro de una IPv6',
  'address.nat64': 'dirección NAT64',
  'address.6to4': 'dirección de túnel 6to4',
  'address.teredo': 'dirección de túnel Teredo',
  'address.isatap': 'dirección de túnel ISATAP',
  'address.documentation': 'dirección de documentación',
  'address.benchmark': 'dirección de pruebas de rendimiento',
  'address.platform': 'dirección interna de una plataforma en la nube',
  'address.reserved': 'dirección reservada',
  'address.invalid': 'no es una dirección IP',
}
