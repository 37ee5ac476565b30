import type { accounts as english } from '#domain/refusals/accounts.ts'
import type { Refused } from '../../files.ts'

export const accounts: Refused<typeof english> = {
  'login.invalid': 'El usuario, la contraseña o el código de dos pasos no son correctos.',
  'login.username-missing': 'Escribe el nombre de usuario.',
  'login.password-missing': 'Escribe la contraseña.',
  'login.busy': 'Demasiados inicios de sesión a la vez. Inténtalo de nuevo en un momento.',
  'session.people-only': 'Las sesiones son de personas. Inicia sesión para verlas y cerrarlas.',
  'session.own': 'Esta es la sesión que estás usando. Cierra sesión en su lugar.',
  'session.missing': 'Esa sesión ya no existe: terminó o nunca fue tuya.',
  'token.no-csrf': 'Un token Bearer no necesita un token CSRF.',
  'token.id-invalid': 'El ID del token no es válido.',
  'token.name-missing': 'Ponle un nombre al token.',
  'token.name-too-long': 'El nombre del token puede tener como máximo 64 caracteres.',
  'token.name-taken': 'Ya existe un token con ese nombre. Elige otro.',
  'token.missing': 'Ese token no existe.',
  'user.current-wrong':
    'No se cambiaron los datos del administrador: el usuario o la contraseña actuales no son correctos.',
  'user.empty': 'El nuevo usuario y la nueva contraseña están vacíos.',
  'user.already-chosen': 'La contraseña ya se eligió. Cámbiala en los ajustes.',
  'user.too-long': 'Usa como máximo {max} caracteres para el usuario y para la contraseña.',
  'user.password-too-short': 'La contraseña es demasiado corta. Usa al menos {min} caracteres.',
  'user.password-common': 'Es una de las primeras contraseñas que cualquiera probaría. Elige otra.',
  'user.none-yet': 'Todavía no hay usuario. Indica -username y -password.',
  'two-factor.secret-missing':
    'twoFactorToken está vacío. Crea un secreto, añádelo a tu aplicación de autenticación y envíalo junto con un código en twoFactorCode.',
  'two-factor.new-code-needed':
    'Envía los seis dígitos que la aplicación muestra para el nuevo secreto. Cada código sirve una vez.',
  'two-factor.current-code-needed':
    'Envía los seis dígitos que la aplicación muestra para el secreto actual o un código de recuperación. Cada código sirve una vez.',
  'two-factor.password-wrong':
    'La contraseña no es correcta o hubo demasiados intentos. Escribe la contraseña con la que inicias sesión.',
  'two-factor.off':
    'El inicio de sesión en dos pasos está desactivado y no hay códigos de recuperación. Actívalo primero.',
  'setting.token-not-here': 'Los tokens de API se crean y se borran en apiTokens, y se muestran una vez.',
  'setting.regex-invalid': 'Esta expresión regular no se puede usar. Revisa los paréntesis y los escapes.',
  'setting.ports-equal':
    'El panel y las suscripciones no pueden escuchar en el puerto {port} de la misma dirección. Elige otro puerto para uno de los dos.',
  'setting.must-differ': '{key} debe ser distinto de {twin}: ambos son {value}.',
  'setting.pair-incomplete': '{missing} está vacío. Indica {cert} y {key}, o ninguno.',
  'setting.unreadable': 'No se puede leer el valor guardado.',
  'setting.base32': 'Usa un secreto base32 de 16 a 128 caracteres (A-Z, 2-7).',
  'setting.cidrs': 'Usa direcciones IP o rangos CIDR separados por comas, o déjalo vacío.',
  'setting.cron': 'Usa una programación como @daily, @every 1m o 0 30 8 * * *.',
  'setting.file': 'Usa la ruta de un archivo del servidor, o déjalo vacío.',
  'setting.colour': 'Usa un color como #0b6c78, o déjalo vacío.',
  'setting.picture': 'Elige una imagen PNG, JPEG, WebP o SVG de 48 KB como máximo, o déjalo vacío.',
  'setting.host': 'Usa un nombre de host o una dirección IP sin puerto, o déjalo vacío.',
  'setting.ids': 'Usa números enteros separados por comas, o déjalo vacío.',
  'setting.ip': 'Usa una dirección IP, o déjalo vacío para que sea solo esta máquina.',
  'setting.json': 'Usa un objeto o una lista JSON, o déjalo vacío.',
  'setting.language': 'Usa un idioma como en-US.',
  'setting.line': 'Usa una sola línea de texto.',
  'setting.link': 'Usa un enlace que empiece por http://, https://, tg: o mailto:, o déjalo vacío.',
  'setting.path': 'Usa una ruta de letras, cifras y . _ ~ @ + = ! - entre barras, sin dos puntos seguidos.',
  'secret.other-server':
    'Introduce también la contraseña o el token: el guardado solo se envía al servidor guardado. O guarda antes la nueva dirección.',
  'setting.never-called': '{key} se ha guardado, pero no se enviará nada a esta dirección: {reason}.',
  'setting.password-again':
    'Introduce de nuevo la contraseña o clave de esta dirección: la guardada no se muestra y solo se envía a la dirección guardada.',
  'setting.proxy': 'Usa un proxy como socks5://127.0.0.1:1080 o http://127.0.0.1:8080, o déjalo vacío.',
  'setting.regex': 'Usa una expresión regular, o déjalo vacío.',
  'setting.remark-model':
    'Usa un signo separador seguido de las letras i, e y o en cualquier orden, cada una como máximo una vez.',
  'setting.text': 'Usa un texto.',
  'setting.timezone': 'Usa una zona horaria como Europe/Berlin, UTC o Local.',
  'setting.url': 'Usa una URL que empiece por http:// o https:// e incluya un host, o déjala vacía.',
}
