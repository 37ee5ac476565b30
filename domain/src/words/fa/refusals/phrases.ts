import type { phrases as english } from '#domain/refusals/phrases.ts'
import type { Refused } from '../../files.ts'

export const phrases: Refused<typeof english> = {
  'list.more': '{first}؛ {rest}.',
  'program.named': '{name} (فرایند {pid})',
  'program.nameless': 'یک برنامه (فرایند {pid})',
  'program.unknown': 'برنامهٔ دیگری روی این دستگاه',
  'program.ended': 'با کد {code} پایان یافت',
  'address.loopback': 'نشانی loopback',
  'address.private': 'نشانی خصوصی',
  'address.link-local': 'نشانی link-local',
  'address.cgnat': 'نشانی CGNAT',
  'address.ula': 'نشانی محلی یکتا',
  'address.unspecified': 'نشانی نامشخص',
  'address.multicast': 'نشانی چندپخشی',
  'address.broadcast': 'نشانی پخش همگانی',
  'address.mapped': 'نشانی IPv4 درون IPv6',
  'address.compatible': 'نشانی IPv4 درون IPv6',
  'address.nat64': 'نشانی NAT64',
  'address.6to4': 'نشانی تونل 6to4',
  'address.teredo': 'نشانی تونل Teredo',
  'address.isatap': 'نشانی تونل ISATAP',
  'address.documentation': 'نشانی ویژهٔ مستندات',
  'address.benchmark': 'نشانی ویژهٔ سنجش کارایی',
  'address.platform': 'نشانی درونی یک سکوی ابری',
  'address.reserved': 'نشانی رزروشده',
  'address.invalid': 'نشانی IP نیست',
}
