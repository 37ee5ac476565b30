import type { telegram as english } from '#domain/refusals/telegram.ts'
import type { Refused } from '../../files.ts'

export const telegram: Refused<typeof english> = {
  'telegram.token-missing': 'ربات تلگرام توکن ندارد. از @BotFather یکی بگیرید و ذخیره کنید.',
  'telegram.token-shape': 'توکن ربات شبیه 123456789:AbCd است. آن را بدون فاصله از @BotFather رونوشت کنید.',
  'telegram.token-refused': 'تلگرام این توکن ربات را نمی‌شناسد. آن را دوباره از @BotFather رونوشت کنید.',
  'telegram.admins-missing':
    'هیچ مدیری برای ربات نام برده نشده است. شناسهٔ عددی تلگرام دست‌کم یک نفر را بنویسید.',
  'telegram.other-reader':
    'برنامهٔ دیگری پیام‌های این ربات را می‌خواند. آن را متوقف کنید یا با @BotFather توکن تازه بسازید.',
  'telegram.wait': 'تلگرام می‌خواهد {seconds} ثانیه صبر شود.',
  'telegram.said': 'تلگرام پاسخ داد: {reason}.',
  'telegram.not-delivered': 'پیام به {chat} نرسید: {reason}.',
  'telegram.file-too-large': 'حجم فایل {size} است و ربات حداکثر {max} می‌فرستد. آن را از پنل بارگیری کنید.',
}
