import type { review as english } from '../en/review.ts'
import type { Words } from '../files.ts'

export const review: Words<typeof english> = {
  'review.noChange': 'در آنچه به هسته داده می\u200cشود چیزی تغییر نمی\u200cکند.',
  'review.more': '{count, plural, other {# تفاوت دیگر}}',
  'review.added': 'افزوده',
  'review.removed': 'حذف\u200cشده',
  'review.changed': 'تغییریافته',
  'inboundReview.title': 'بازبینی تغییرها',
  'inboundReview.links':
    '{count, plural, one {لینک‌های # اشتراک تغییر می‌کند. برنامه باید اشتراک را به‌روز کند.} other {لینک‌های # اشتراک تغییر می‌کند. برنامه‌ها باید آن‌ها را به‌روز کنند.}}',
  'inboundReview.accepted': 'هسته این پیکربندی را می‌پذیرد.',
  'inboundReview.apply': 'اعمال',
  'settingsReview.panelAt':
    'پس از راه‌اندازی دوباره، پنل در {address} است. نشانک‌ها و اسکریپت‌ها نشانی تازه را لازم دارند.',
  'settingsReview.panelMoves':
    'نشانی پنل تغییر می‌کند. پیش از راه‌اندازی دوباره مطمئن شوید که آنجا به آن می‌رسید.',
  'settingsReview.stop':
    '{count, plural, one {نشانی # اشتراک از کار می‌افتد و صاحبش نشانی تازه را لازم دارد.} other {نشانی # اشتراک از کار می‌افتد و صاحبانشان نشانی تازه را لازم دارند.}}',
  'settingsReview.address': 'نشانی‌های تازهٔ اشتراک با {address} آغاز می‌شوند.',
  'settingsReview.restart': 'با راه‌اندازی دوبارهٔ پنل اعمال می‌شود: {names}. هسته همچنان کار می‌کند.',
}
