import type { login as en } from '../en/login.ts'
import type { Words } from '../files.ts'

export const login: Words<typeof en> = {
  'login.title': 'Iniciar sesión',
  'login.promiseFirst': 'Edita sin desconectar a nadie.',
  'login.promiseSecond': 'Cada byte se cuenta una vez.',
  'login.username': 'Usuario',
  'login.password': 'Contraseña',
  'login.showPassword': 'Mostrar u ocultar la contraseña',
  'login.code': 'Código de dos factores',
  'login.codeHint': 'Seis cifras de tu aplicación de autenticación',
  'login.submit': 'Entrar',
  'login.usernameMissing': 'Introduce tu usuario.',
  'login.passwordMissing': 'Introduce tu contraseña.',
  'login.codeMissing': 'Introduce el código de 6 cifras de tu aplicación de autenticación.',
  'login.wrong': 'Usuario o contraseña incorrectos, o demasiados intentos.',
  'login.useRecovery': 'Usar un código de recuperación',
  'login.useApp': 'Usar la aplicación de autenticación',
  'login.recovery': 'Código de recuperación',
  'login.recoveryHint': 'Uno de los códigos que guardaste. Cada uno sirve una vez.',
  'login.recoveryMissing': 'Escribe uno de tus códigos de recuperación.',
  'login.wrongCode':
    'Usuario, contraseña o código incorrectos, o demasiados intentos. Cada código sirve una vez.',
  'login.capsLock': 'Bloq Mayús está activado',
  'relogin.title': 'Tu sesión ha terminado',
  'relogin.text': 'Inicia sesión para continuar. No se pierde nada de esta página.',
  'relogin.leave': 'Salir de esta página',
}
