import type { login as en } from '../en/login.ts'
import type { Words } from '../files.ts'

export const login: Words<typeof en> = {
  'login.title': 'تسجيل الدخول',
  'login.promiseFirst': 'لا يُقطع اتصال أحد بسبب تعديل.',
  'login.promiseSecond': 'لا يضيع بايت ولا يُحسب مرتين.',
  'login.username': 'اسم المستخدم',
  'login.password': 'كلمة المرور',
  'login.showPassword': 'إظهار كلمة المرور أو إخفاؤها',
  'login.code': 'رمز التحقق بخطوتين',
  'login.codeHint': 'ستة أرقام من تطبيق المصادقة',
  'login.submit': 'دخول',
  'login.usernameMissing': 'اكتب اسم المستخدم.',
  'login.passwordMissing': 'اكتب كلمة المرور.',
  'login.codeMissing': 'اكتب الأرقام الستة التي يعرضها التطبيق الآن.',
  'login.useRecovery': 'استخدام رمز استرداد',
  'login.useApp': 'استخدام تطبيق المصادقة',
  'login.recovery': 'رمز الاسترداد',
  'login.recoveryHint': 'أحد الرموز التي حفظتها. كل رمز يعمل مرة واحدة.',
  'login.recoveryMissing': 'اكتب أحد رموز الاسترداد.',
  'login.wrong': 'اسم المستخدم أو كلمة المرور خطأ، أو كانت المحاولات كثيرة.',
  'login.wrongCode':
    'اسم المستخدم أو كلمة المرور أو الرمز خطأ، أو كانت المحاولات كثيرة. الرمز يعمل مرة واحدة.',
  'login.capsLock': 'مفتاح Caps Lock مفعّل',
  'relogin.title': 'انتهت جلستك',
  'relogin.text': 'سجّل الدخول مجددًا للمتابعة. يبقى كل ما في هذه الصفحة كما هو.',
  'relogin.leave': 'مغادرة هذه الصفحة',
}
