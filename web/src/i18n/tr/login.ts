import type { login as en } from '../en/login.ts'
import type { Words } from '../files.ts'

export const login: Words<typeof en> = {
  'login.title': 'Giriş',
  'login.promiseFirst': 'Bir düzenleme kimsenin bağlantısını kesmez.',
  'login.promiseSecond': 'Hiçbir bayt kaybolmaz, iki kez sayılmaz.',
  'login.username': 'Kullanıcı adı',
  'login.password': 'Parola',
  'login.showPassword': 'Parolayı göster veya gizle',
  'login.code': 'İki adımlı kod',
  'login.codeHint': 'Doğrulama uygulamanızdaki altı rakam',
  'login.submit': 'Giriş yap',
  'login.usernameMissing': 'Kullanıcı adınızı yazın.',
  'login.passwordMissing': 'Parolanızı yazın.',
  'login.codeMissing': 'Uygulamanızın şu anda gösterdiği altı rakamı yazın.',
  'login.useRecovery': 'Kurtarma kodu kullan',
  'login.useApp': 'Doğrulama uygulamasını kullan',
  'login.recovery': 'Kurtarma kodu',
  'login.recoveryHint': 'Kaydettiğiniz kodlardan biri. Her kod bir kez geçerlidir.',
  'login.recoveryMissing': 'Kurtarma kodlarınızdan birini yazın.',
  'login.wrong': 'Kullanıcı adı veya parola yanlış ya da çok fazla deneme yapıldı.',
  'login.wrongCode':
    'Kullanıcı adı, parola veya kod yanlış ya da çok fazla deneme yapıldı. Bir kod yalnızca bir kez geçerlidir.',
  'login.capsLock': 'Caps Lock açık',
  'relogin.title': 'Oturumunuz sona erdi',
  'relogin.text': 'Sürdürmek için yeniden giriş yapın. Bu sayfadaki her şey olduğu gibi kalır.',
  'relogin.leave': 'Bu sayfadan çık',
}
