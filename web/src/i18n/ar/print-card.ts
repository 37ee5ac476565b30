import type { printCard as english } from '../en/print-card.ts'
import type { Words } from '../files.ts'

export const printCard: Words<typeof english> = {
  'card.scan':
    'امسح هذا الرمز بكاميرا الهاتف أو افتح العنوان في المتصفح. تعرض الصفحة التي تُفتح التطبيقات المناسبة لجهازك وتضيف الاتصال نيابةً عنك.',
  'card.app':
    'ثبّت v2rayNG أو Hiddify (أندرويد)، أو Streisand أو Hiddify (آيفون)، أو v2rayN أو Hiddify (الحاسوب). امسح هذا الرمز في التطبيق ثم اتصل.',
  'card.address': 'عنوان الاشتراك:',
  'card.private': 'احتفظ بهذه البطاقة لنفسك. كل من لديه هذا الرمز يمكنه استخدام اتصالك.',
}
