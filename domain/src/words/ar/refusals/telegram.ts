import type { telegram as english } from '#domain/refusals/telegram.ts'
import type { Refused } from '../../files.ts'

export const telegram: Refused<typeof english> = {
  'telegram.token-missing': 'ليس لبوت تيليجرام رمز. احصل على واحد من @BotFather واحفظه.',
  'telegram.token-shape': 'رمز البوت يشبه 123456789:AbCd. انسخه من @BotFather بلا مسافات.',
  'telegram.token-refused': 'لا يعرف تيليجرام رمز البوت هذا. انسخه من @BotFather مرة أخرى.',
  'telegram.admins-missing': 'لم يُذكر أي مدير للبوت. اكتب معرّف تيليجرام الرقمي لشخص واحد على الأقل.',
  'telegram.other-reader': 'برنامج آخر يقرأ رسائل هذا البوت. أوقفه، أو أنشئ رمزًا جديدًا عند @BotFather.',
  'telegram.wait': 'يطلب تيليجرام الانتظار {seconds} ث.',
  'telegram.said': 'أجاب تيليجرام: {reason}.',
  'telegram.not-delivered': 'لم تصل الرسالة إلى {chat}: {reason}.',
  'telegram.file-too-large': 'حجم الملف {size}، والبوت يرسل {max} على الأكثر. نزّله من اللوحة.',
}
