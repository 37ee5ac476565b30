import type { login as en } from '../en/login.ts'

export const login: Record<keyof typeof en, string> = {
  'login.title': 'ورود',
  'login.promiseFirst': 'ویرایش بدون قطع کسی.',
  'login.promiseSecond': 'هر بایت یک بار شمرده می‌شود.',
  'login.username': 'نام کاربری',
  'login.password': 'گذرواژه',
  'login.showPassword': 'نمایش یا پنهان کردن گذرواژه',
  'login.code': 'کد دومرحله‌ای',
  'login.codeHint': 'شش رقم از برنامهٔ احراز هویت شما',
  'login.submit': 'ورود',
  'login.usernameMissing': 'نام کاربری خود را وارد کنید.',
  'login.passwordMissing': 'گذرواژهٔ خود را وارد کنید.',
  'login.codeMissing': 'کد ۶ رقمی برنامهٔ احراز هویت را وارد کنید.',
  'login.useRecovery': 'ورود با کد بازیابی',
  'login.useApp': 'ورود با برنامهٔ احراز هویت',
  'login.recovery': 'کد بازیابی',
  'login.recoveryHint': 'یکی از کدهایی که نگه داشته‌اید. هر کد یک بار کار می‌کند.',
  'login.recoveryMissing': 'یکی از کدهای بازیابی را بنویسید.',
  'login.wrong': 'نام کاربری یا گذرواژه نادرست است، یا تلاش‌ها بیش از حد بوده است.',
  'login.wrongCode':
    'نام کاربری، گذرواژه یا کد نادرست است، یا تلاش‌ها بیش از حد بوده است. هر کد فقط یک بار کار می‌کند.',
  'login.capsLock': 'کلید Caps Lock روشن است',
  'relogin.title': 'نشست شما پایان یافت',
  'relogin.text': 'برای ادامه وارد شوید. چیزی در این صفحه از دست نمی‌رود.',
  'relogin.leave': 'ترک این صفحه',
}
