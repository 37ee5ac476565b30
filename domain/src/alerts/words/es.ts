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
    message: '{email} se ha conectado. Su plazo termina el {expiryTime}.',
  },
  'client.ip-limit': {
    title: 'Un cliente usa demasiadas direcciones',
    message: '{email} puede usar {limit} a la vez. De más: {addresses}.',
  },
  'client.device-limit': {
    title: 'Un cliente usa demasiados dispositivos',
    message: '{email} puede usar {limit}. Se rechazó otro dispositivo.',
  },
  'group.ended': {
    title: 'Un grupo ha terminado',
    message:
      'La cuota compartida o el plazo del grupo {group} ha terminado. Clientes que terminaron con él: {clients}.',
  },
  'node.down': { title: 'Un nodo no funciona', message: '{node} no responde: {reason}.' },
  'node.up': { title: 'Un nodo ha vuelto', message: '{node} responde de nuevo.' },
  'core.crashed': { title: 'El núcleo se ha caído', message: 'Xray en {host} terminó: {reason}.' },
  'core.hung': { title: 'El núcleo no responde', message: 'Xray en {host} se reinicia: {reason}.' },
  'core.updated': { title: 'El núcleo se ha actualizado', message: 'Xray en {host} es ahora {version}.' },
  'core.rolled-back': {
    title: 'El núcleo volvió a la versión anterior',
    message: 'Xray {version} no funcionó en {host}, así que vuelve a funcionar {previous}: {reason}.',
  },
  'login.success': {
    title: 'Alguien ha iniciado sesión',
    message: '{username} inició sesión desde {address}.',
  },
  'login.failed': {
    title: 'Un inicio de sesión ha fallado',
    message: 'Alguien intentó iniciar sesión como {username} desde {address}. Intentos: {count}.',
  },
  'token.created': { title: 'Un nuevo token de API', message: '{by} creó el token {name}.' },
  'backup.done': { title: 'Se ha hecho una copia de seguridad', message: '{name}, {sizeBytes}.' },
  'backup.failed': { title: 'La copia de seguridad ha fallado', message: '{reason}.' },
  'backup.overdue': {
    title: 'La copia de seguridad se retrasa',
    message: 'La última copia correcta tiene {hours} horas.',
  },
  'certificate.expiring': {
    title: 'Un certificado caduca pronto',
    message: '{name} caduca el {expiryTime}. Días restantes: {days}.',
  },
  'certificate.failed': { title: 'Falló un certificado', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'El procesador está muy ocupado',
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
    message: '{tag} no alcanza su dirección de prueba.',
  },
  'outbound.up': {
    title: 'Una salida ha vuelto',
    message: '{tag} alcanza de nuevo su dirección de prueba.',
  },
  'panel.update-available': {
    title: 'Hay una versión más nueva',
    message: 'Se puede instalar Sluice {version}; este panel es {current}. Mira en Ajustes, Acerca de.',
  },
  'panel.updated': { title: 'El panel se ha actualizado', message: 'El panel en {host} es ahora {version}.' },
  'panel.update-failed': {
    title: 'La actualización del panel ha fallado',
    message: 'La versión {version} no se usa en {host}: {reason}.',
  },
  'notice.test': { title: 'Una prueba', message: '{by} envió esta prueba. Los avisos llegan aquí.' },
}
