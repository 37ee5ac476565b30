import type { AlertTexts } from '../texts.ts'

export const es: AlertTexts = {
  'client.expiring': {
    title: 'Un cliente caduca pronto',
    message: '{email} caduca el {expiryTime}. Días restantes: {days}.',
  },
  'client.running-out': {
    title: 'A un cliente casi no le queda tráfico',
    message: 'A {email} le quedan {leftBytes} de {totalBytes}.',
  },
  'client.expired': {
    title: 'Un cliente ha caducado',
    message: '{email} caducó el {expiryTime} y se ha desactivado.',
  },
  'client.depleted': {
    title: 'Un cliente se ha quedado sin tráfico',
    message: '{email} ha usado {totalBytes} y se ha desactivado.',
  },
  'client.first-use': {
    title: 'Un cliente se ha conectado por primera vez',
    message: '{email} se ha conectado. Caduca el {expiryTime}.',
  },
  'client.ip-limit': {
    title: 'Un cliente usa demasiadas IP',
    message: '{email} puede usar {limit} a la vez. Por encima del límite: {addresses}.',
  },
  'client.device-limit': {
    title: 'Un cliente usa demasiados dispositivos',
    message: '{email} puede usar {limit} dispositivos. Se rechazó otro dispositivo.',
  },
  'group.ended': {
    title: 'Un grupo ha caducado o agotado su cuota',
    message: 'El grupo {group} ha caducado o agotado su cuota compartida. Clientes afectados: {clients}.',
  },
  'node.down': { title: 'Un nodo está sin conexión', message: '{node} no responde: {reason}.' },
  'node.up': { title: 'Un nodo vuelve a estar en línea', message: '{node} responde de nuevo.' },
  'core.crashed': { title: 'El núcleo se ha caído', message: 'Xray en {host} se detuvo: {reason}.' },
  'core.hung': { title: 'El núcleo no responde', message: 'Xray en {host} se reinicia: {reason}.' },
  'core.updated': { title: 'El núcleo se ha actualizado', message: 'Xray en {host} es ahora {version}.' },
  'core.rolled-back': {
    title: 'El núcleo volvió a la versión anterior',
    message: 'Xray {version} no funcionó en {host}, así que vuelve a funcionar {previous}: {reason}.',
  },
  'login.success': {
    title: 'Nuevo inicio de sesión',
    message: '{username} inició sesión desde {address}.',
  },
  'login.failed': {
    title: 'Inicio de sesión fallido',
    message: 'Alguien intentó iniciar sesión como {username} desde {address}. Intentos: {count}.',
  },
  'token.created': { title: 'Nuevo token de API', message: '{by} creó el token {name}.' },
  'backup.done': { title: 'Copia de seguridad creada', message: '{name}, {sizeBytes}.' },
  'backup.failed': { title: 'Error en la copia de seguridad', message: '{reason}.' },
  'backup.overdue': {
    title: 'La copia de seguridad se retrasa',
    message: 'La última copia correcta se hizo hace {hours} horas.',
  },
  'certificate.expiring': {
    title: 'Un certificado caduca pronto',
    message: '{name} caduca el {expiryTime}. Días restantes: {days}.',
  },
  'certificate.failed': { title: 'No se pudo obtener un certificado', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'Uso elevado de la CPU',
    message: '{host}: {percent} % en el último minuto. El umbral es {threshold} %.',
  },
  'memory.high': {
    title: 'La memoria está casi llena',
    message: '{host}: {percent} % en uso. El umbral es {threshold} %.',
  },
  'disk.high': {
    title: 'El disco está casi lleno',
    message: '{host}: {percent} % en uso. El umbral es {threshold} %.',
  },
  'outbound.down': {
    title: 'Una salida no funciona',
    message: '{tag} no puede llegar a su dirección de prueba.',
  },
  'outbound.up': {
    title: 'Una salida vuelve a funcionar',
    message: '{tag} vuelve a llegar a su dirección de prueba.',
  },
  'panel.update-available': {
    title: 'Hay una versión más nueva',
    message: 'Sluice {version} está disponible (instalada: {current}). Consulta Ajustes › Acerca de.',
  },
  'panel.updated': { title: 'El panel se ha actualizado', message: 'El panel en {host} es ahora {version}.' },
  'panel.update-failed': {
    title: 'La actualización del panel ha fallado',
    message: 'La versión {version} no se instaló en {host}: {reason}.',
  },
  'notice.test': {
    title: 'Notificación de prueba',
    message: '{by} envió esta prueba. Las notificaciones llegan aquí.',
  },
}
