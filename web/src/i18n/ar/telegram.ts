import type { telegram as english } from '../en/telegram.ts'
import type { Words } from '../files.ts'

export const telegram: Words<typeof english> = {
  'telegram.text':
    'أوامر وتقارير وإشعارات في محادثة. لا يدير اللوحة إلا المديرون أدناه؛ ويرى غيرهم فقط العملاء الذين يحملون معرّف تيليجرام الخاص بهم.',
  'telegram.running': 'يعمل باسم @{name}',
  'telegram.off': 'متوقف',
  'telegram.starting': 'قيد البدء…',
  'telegram.failed': 'لا يعمل',
  'telegram.enable': 'تشغيل البوت',
  'telegram.token': 'رمز البوت',
  'telegram.tokenHint': 'من @BotFather. يُحفظ ولا يُعرض أبدًا.',
  'telegram.tokenKept': 'يوجد رمز مخزّن. أدخل رمزًا جديدًا لاستبداله.',
  'telegram.admins': 'المديرون',
  'telegram.adminsHint':
    'معرّفات تيليجرام مفصولة بفواصل. تحصل المجموعة على التقارير والإشعارات، لكن أعضاءها ليسوا مديرين.',
  'telegram.language': 'لغة البوت',
  'telegram.report': 'موعد التقرير',
  'telegram.reportHint': '@daily أو @every 6h أو تعبير cron.',
  'telegram.backup': 'إرسال نسخة احتياطية مع التقرير',
  'telegram.backupHint': 'يحصل كل مدير على قاعدة البيانات بكل أسرارها.',
  'telegram.proxy': 'الوكيل',
  'telegram.proxyHint': 'socks5 أو http أو https. اتركه فارغًا للاتصال مباشرة.',
  'telegram.server': 'خادم Bot API',
  'telegram.serverHint': 'اتركه فارغًا لاستخدام api.telegram.org.',
  'telegram.test': 'إرسال اختبار',
  'telegram.tested': 'أُرسلت رسالة الاختبار.',
  'telegram.testFailed': 'فشل الاختبار',
}
