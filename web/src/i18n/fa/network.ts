import type { network as en } from '../en/network.ts'

export const network: Record<keyof typeof en, string> = {
  'nav.network': 'شبکه',
  'network.tabs': 'بخش‌های پیکربندی هسته',
  'network.routing': 'مسیریابی',
  'network.raw': 'قالب خام',
  'network.versions': 'نسخه‌ها',
  'network.unapplied': 'تغییرهایی که اعمال نشده‌اند',
  'network.changes': '{count, plural, other {# تغییر}} اعمال‌نشده',
  'network.review': 'بازبینی',
  'network.discard': 'دور انداختن',
  'network.discardTitle': 'پیش‌نویس دور انداخته شود؟',
  'network.discardText':
    '{count, plural, other {# تغییر}} از میان می‌رود. آنچه در هسته اجرا می‌شود همان می‌ماند.',
  'network.leave': 'تغییرهای شما هنوز اعمال نشده‌اند. پیش‌نویس تا بسته شدن این زبانه همین‌جا می‌ماند.',
  'network.staleTitle': 'کس دیگری قالب را تغییر داده است',
  'network.staleText': 'پیش‌نویس شما از نسخهٔ قدیمی‌تری آغاز شده است: اعمال آن تغییر او را برمی‌گرداند.',
  'network.staleTake': 'پیش‌نویس من دور انداخته شود، تغییر او بماند',
}
