import type { login as en } from '../en/login.ts'
import type { Words } from '../files.ts'

export const login: Words<typeof en> = {
  'login.title': 'تسجيل الدخول',
  'login.promiseFirst': 'عدّل دون قطع أحد.',
  'login.promiseSecond': 'كل بايت يُحسب مرة واحدة.',
  'login.username': 'اسم المستخدم',
  'login.password': 'كلمة المرور',
  'login.showPassword': 'إظهار كلمة المرور أو إخفاؤها',
  'login.code': 'رمز التحقق بخطوتين',
  'login.codeHint': 'ستة أرقام من تطبيق المصادقة',
  'login.submit': 'دخول',
  'login.usernameMissing': 'أدخل اسم المستخدم.',
  'login.passwordMissing': 'أدخل كلمة المرور.',
  'login.codeMissing': 'أدخل الرمز المكوّن من 6 أرقام من تطبيق المصادقة.',
  'login.wrong': 'اسم المستخدم أو كلمة المرور خطأ، أو المحاولات كثيرة جدًا.',
  'login.useRecovery': 'استخدام رمز استرداد',
  'login.useApp': 'استخدام تطبيق المصادقة',
  'login.recovery': 'رمز الاسترداد',
  'login.recoveryHint': 'أحد الرموز التي حفظتها. كل رمز يعمل مرة واحدة.',
  'login.recoveryMissing': 'اكتب أحد رموز الاسترداد.',
  'login.wrongCode':
    'اسم المستخدم أو كلمة المرور أو الرمز خطأ، أو المحاولات كثيرة جدًا. كل رمز يعمل مرة واحدة.',
  'login.capsLock': 'مفتاح Caps Lock مفعّل',
  'relogin.title': 'انتهت جلستك',
  'relogin.text': 'سجّل الدخول للمتابعة. لن يضيع شيء في هذه الصفحة.',
  'relogin.leave': 'مغادرة هذه الصفحة',
}
