import type { login as en } from '../en/login.ts'
import type { Words } from '../files.ts'

export const login: Words<typeof en> = {
  'login.title': 'Iniciar sesión',
  'login.promiseFirst': 'Ninguna edición desconecta a nadie.',
  'login.promiseSecond': 'Ningún byte se pierde ni se cuenta dos veces.',
  'login.username': 'Usuario',
  'login.password': 'Contraseña',
  'login.showPassword': 'Mostrar u ocultar la contraseña',
  'login.code': 'Código de dos factores',
  'login.codeHint': 'Seis cifras de tu aplicación de autenticación',
  'login.submit': 'Entrar',
  'login.usernameMissing': 'Escribe tu usuario.',
  'login.passwordMissing': 'Escribe tu contraseña.',
  'login.codeMissing': 'Escribe las seis cifras que muestra ahora tu aplicación.',
  'login.useRecovery': 'Usar un código de recuperación',
  'login.useApp': 'Usar la aplicación de autenticación',
  'login.recovery': 'Código de recuperación',
  'login.recoveryHint': 'Uno de los códigos que guardaste. Cada uno sirve una vez.',
  'login.recoveryMissing': 'Escribe uno de tus códigos de recuperación.',
  'login.wrong': 'El usuario o la contraseña no son correctos, o hubo demasiados intentos.',
  'login.wrongCode':
    'El usuario, la contraseña o el código no son correctos, o hubo demasiados intentos. Un código sirve una sola vez.',
  'login.capsLock': 'Bloq Mayús está activado',
  'relogin.title': 'Tu sesión ha terminado',
  'relogin.text': 'Vuelve a entrar para continuar. Todo lo de esta página se queda como está.',
  'relogin.leave': 'Salir de esta página',
}
