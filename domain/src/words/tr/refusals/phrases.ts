import type { phrases as english } from '#domain/refusals/phrases.ts'
import type { Refused } from '../../files.ts'

export const phrases: Refused<typeof english> = {
  'list.more': '{first}; {rest}.',
  'program.named': '{name} (süreç {pid})',
  'program.nameless': 'bir program (süreç {pid})',
  'program.unknown': 'bu makinedeki başka bir program',
  'program.ended': '{code} koduyla sonlandı',
  'address.loopback': 'geri döngü adresi',
  'address.private': 'özel adres',
  'address.link-local': 'bağlantı yerel adresi',
  'address.cgnat': 'CGNAT adresi',
  'address.ula': 'benzersiz yerel adres',
  'address.unspecified': 'belirtilmemiş adres',
  'address.multicast': 'çok noktaya yayın adresi',
  'address.broadcast': 'yayın adresi',
  'address.mapped': 'IPv6 içinde bir IPv4 adresi',
  'address.compatible': 'IPv6 içinde bir IPv4 adresi',
  'address.nat64': 'NAT64 adresi',
  'address.6to4': '6to4 tünel adresi',
  'address.teredo': 'Teredo tünel adresi',
  'address.isatap': 'ISATAP tünel adresi',
  'address.documentation': 'belgeleme adresi',
  'address.benchmark': 'başarım ölçümü adresi',
  'address.platform': 'bir bulut platformunun iç adresi',
  'address.reserved': 'ayrılmış adres',
  'address.invalid': 'IP adresi değil',
}
