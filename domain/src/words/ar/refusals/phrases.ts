import type { phrases as english } from '#domain/refusals/phrases.ts'
import type { Refused } from '../../files.ts'

export const phrases: Refused<typeof english> = {
  'list.more': '{first}؛ {rest}.',
  'program.named': '{name} (العملية {pid})',
  'program.nameless': 'برنامج (العملية {pid})',
  'program.unknown': 'برنامج آخر على هذا الجهاز',
  'program.ended': 'انتهى بالرمز {code}',
  'address.loopback': 'عنوان loopback',
  'address.private': 'عنوان خاص',
  'address.link-local': 'عنوان link-local',
  'address.cgnat': 'عنوان CGNAT',
  'address.ula': 'عنوان محلي فريد',
  'address.unspecified': 'العنوان غير المحدد',
  'address.multicast': 'عنوان بث متعدد',
  'address.broadcast': 'عنوان البث',
  'address.mapped': 'عنوان IPv4 داخل IPv6',
  'address.compatible': 'عنوان IPv4 داخل IPv6',
  'address.nat64': 'عنوان NAT64',
  'address.6to4': 'عنوان نفق 6to4',
  'address.teredo': 'عنوان نفق Teredo',
  'address.isatap': 'عنوان نفق ISATAP',
  'address.documentation': 'عنوان للتوثيق',
  'address.benchmark': 'عنوان لقياس الأداء',
  'address.platform': 'عنوان داخلي لمنصة سحابية',
  'address.reserved': 'عنوان محجوز',
  'address.invalid': 'ليس عنوان IP',
}
