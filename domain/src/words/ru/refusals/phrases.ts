import type { phrases as english } from '#domain/refusals/phrases.ts'
import type { Refused } from '../../files.ts'

export const phrases: Refused<typeof english> = {
  'list.more': '{first}; {rest}.',
  'program.named': '{name} (процесс {pid})',
  'program.nameless': 'программа (процесс {pid})',
  'program.unknown': 'другая программа на этой машине',
  'program.ended': 'завершилось с кодом {code}',
  'address.loopback': 'адрес loopback',
  'address.private': 'частный адрес',
  'address.link-local': 'адрес link-local',
  'address.cgnat': 'адрес CGNAT',
  'address.ula': 'уникальный локальный адрес',
  'address.unspecified': 'неуказанный адрес',
  'address.multicast': 'групповой адрес',
  'address.broadcast': 'широковещательный адрес',
  'address.mapped': 'адрес IPv4 внутри IPv6',
  'address.compatible': 'адрес IPv4 внутри IPv6',
  'address.nat64': 'адрес NAT64',
  'address.6to4': 'адрес туннеля 6to4',
  'address.teredo': 'адрес туннеля Teredo',
  'address.isatap': 'адрес туннеля ISATAP',
  'address.documentation': 'адрес для документации',
  'address.benchmark': 'адрес для тестов производительности',
  'address.platform': 'внутренний адрес облачной платформы',
  'address.reserved': 'зарезервированный адрес',
  'address.invalid': 'не IP-адрес',
}
