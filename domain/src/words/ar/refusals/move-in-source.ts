import type { moveInSource as english } from '#domain/refusals/move-in-source.ts'
import type { Refused } from '../../files.ts'

export const moveInSource: Refused<typeof english> = {
  'source.missing': 'الملف {path} غير موجود. تحقق من المسار.',
  'source.unreadable': 'تعذرت قراءة الملف {path} ({reason}). تحقق من مساره وصلاحياته.',
  'source.too-large':
    'حجم الملف {size} ميغابايت. لا تُقرأ قاعدة بيانات أكبر من {max} ميغابايت: تحقق من أنه الملف الصحيح.',
  'source.no-space':
    'بقي على قرص مجلد البيانات {free} ميغابايت، ويحتاج الاستيراد إلى {needed} ميغابايت. وفّر مساحة: لم يتغير شيء.',
  'source.not-sqlite':
    'هذه ليست قاعدة بيانات SQLite. اختر ملف قاعدة بيانات اللوحة الأخرى: x-ui.db من 3x-ui أو db.sqlite3 من Marzban.',
  'source.damaged': 'قاعدة البيانات هذه تالفة أو ناقصة ({reason}). انسخها مرة أخرى واللوحة الأخرى متوقفة.',
  'source.busy': 'برنامج آخر يكتب باستمرار في قاعدة البيانات هذه. أوقف اللوحة الأخرى للحظة ثم أعد المحاولة.',
  'source.foreign':
    'قاعدة البيانات هذه لا تخص أي لوحة يمكن استيرادها. اختر قاعدة من 3x-ui أو Marzban أو PasarGuard.',
  'source.ours': 'هذه قاعدة بيانات Sluice نفسها. استعدها كنسخة احتياطية.',
  'source.too-slow': 'استغرقت قراءة قاعدة البيانات هذه وقتًا طويلًا فأُلغيت. لم يتغير شيء.',
  'source.computed-columns': 'يحتوي الجدول {table} على أعمدة محسوبة لا تنشئها أي لوحة. لا يُقرأ هذا الملف.',
  'source.too-much': 'تحتاج قراءة قاعدة البيانات هذه إلى ذاكرة أكثر مما يُسمح به للوحة. لم يتغير شيء.',
  'move-in.not-staged': 'قاعدة البيانات المرفوعة لم تعد هنا. ارفعها مرة أخرى.',
  'move-in.busy': 'هناك استيراد آخر قيد التنفيذ. انتظر حتى ينتهي.',
  'move-in.port-held':
    'المنفذ {port} يشغله {holder}، وعلى اللوحة أن تجيب عليه. أوقف اللوحة الأخرى (systemctl stop x-ui) أو استورد دون الإعدادات.',
  'move-in.certificate-left':
    'الشهادة {cert} أو مفتاحها {key} لا يمكن استخدامهما على هذا الجهاز: {reason} لم تُضبط؛ إلى أن تضبط شهادة، يستخدم HTTPS شهادة موقعة ذاتيًا.',
  'move-in.setting-left': 'قيمة {key} غير مقبولة هنا: {reason} يحتفظ الإعداد بقيمته.',
  'move-in.settings-clash': 'لا يمكن استخدام هذه الإعدادات معًا: {reason} استورد دون الإعدادات.',
}
