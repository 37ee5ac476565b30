import type { login as en } from '../en/login.ts'
import type { Words } from '../files.ts'

export const login: Words<typeof en> = {
  'login.title': 'Giriş',
  'login.promiseFirst': 'Kimseyi koparmadan düzenleyin.',
  'login.promiseSecond': 'Her bayt bir kez sayılır.',
  'login.username': 'Kullanıcı adı',
  'login.password': 'Parola',
  'login.showPassword': 'Parolayı göster veya gizle',
  'login.code': 'İki adımlı kod',
  'login.codeHint': 'Doğrulama uygulamanızdaki altı rakam',
  'login.submit': 'Giriş yap',
  'login.usernameMissing': 'Kullanıcı adınızı girin.',
  'login.passwordMissing': 'Parolanızı girin.',
  'login.codeMissing': 'Kimlik doğrulama uygulamanızdaki 6 haneli kodu girin.',
  'login.useRecovery': 'Kurtarma kodu kullan',
  'login.useApp': 'Doğrulama uygulamasını kullan',
  'login.recovery': 'Kurtarma kodu',
  'login.recoveryHint': 'Kaydettiğiniz kodlardan biri. Her kod bir kez geçerlidir.',
  'login.recoveryMissing': 'Kurtarma kodlarınızdan birini yazın.',
  'login.wrong': 'Kullanıcı adı veya parola yanlış ya da çok fazla deneme yapıldı.',
  'login.wrongCode':
    'Kullanıcı adı, parola veya kod yanlış ya da çok fazla deneme yapıldı. Her kod bir kez geçerlidir.',
  'login.capsLock': 'Caps Lock açık',
  'relogin.title': 'Oturumunuz sona erdi',
  'relogin.text': 'Devam etmek için giriş yapın. Bu sayfada hiçbir şey kaybolmaz.',
  'relogin.leave': 'Bu sayfadan çık',
}
