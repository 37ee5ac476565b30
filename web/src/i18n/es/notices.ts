import type { NoticeTexts } from '../files.ts'

export const notices: NoticeTexts = {
  'backup.failed.title': 'Error en la copia de seguridad',
  'backup.failed.message': '{reason}.',
  'backup.overdue.title': 'La copia de seguridad va con retraso',
  'backup.overdue.message':
    'La última copia correcta se hizo hace {hours} horas. Consulta Ajustes › Copia de seguridad.',
  'clock.jumped.title': 'El reloj dio un salto',
  'clock.jumped.message':
    'El reloj de este servidor se adelantó {hours} h. Ningún cliente se desactivará ni se renovará por tiempo hasta que aceptes la nueva hora en Inicio, corrijas el reloj o reinicies el panel.',
  'core.ended.title': 'El núcleo se detuvo inesperadamente',
  'core.ended.message': '{reason}.',
  'core.installed.title': 'Núcleo instalado',
  'core.installed.message': 'Se está iniciando Xray {version}.',
  'core.installing.title': 'Instalando el núcleo',
  'core.installing.message': '{step}.',
  'core.no-answer.title': 'El núcleo no responde y se está reiniciando',
  'core.no-answer.message': '{reason}.',
  'core.not-installed.title': 'Error al instalar el núcleo',
  'core.not-installed.message': '{reason}.',
  'core.partly-started.title': 'El núcleo funciona, pero pueden faltar algunas entradas',
  'core.partly-started.message':
    'El núcleo no arrancó con toda la configuración, así que las entradas se añaden una a una. Las que rechace se volverán a intentar.',
  'core.restarted.title': 'El núcleo se reinició',
  'core.restarted.message': 'Todos los clientes se vuelven a conectar.',
  'core.rolled-back.title': 'El núcleo volvió a la versión anterior',
  'core.rolled-back.message':
    'Xray {version} no funcionó, así que vuelve a funcionar Xray {previous}: {reason}.',
  'core.stopped.title': 'El núcleo se detuvo',
  'core.stopped.message': 'Nadie puede conectarse hasta que se vuelva a iniciar.',
  'directory.held.title': 'La sincronización del directorio espera tu confirmación',
  'directory.held.message': '{reason}. Consulta Ajustes › Directorio.',
  'inbound.not-open.title': 'La entrada {inbound} no está a la escucha',
  'inbound.not-open.message': '{reason}.',
  'ip-limit.exceeded.title': 'Un cliente usa demasiadas IP',
  'ip-limit.exceeded.message': '{email} puede usar {limit} a la vez. Por encima del límite: {addresses}.',
  'ip-limit.exceeded-more.title': 'Varios clientes usan demasiadas IP',
  'ip-limit.exceeded-more.message':
    '{email} puede usar {limit} a la vez. Por encima del límite: {addresses}, y {more} clientes más (consulta el registro).',
  'ip-limit.refused.title': 'Se rechazan IP de un cliente',
  'ip-limit.refused.message': '{email} puede usar {limit} a la vez. Rechazadas: {addresses}.',
  'ip-limit.refused-more.title': 'Se rechazan IP de varios clientes',
  'ip-limit.refused-more.message':
    '{email} puede usar {limit} a la vez. Rechazadas: {addresses}, y {more} clientes más (consulta el registro).',
  'limits.no-speeds.title': 'Los límites de velocidad de los clientes no tienen efecto',
  'limits.no-speeds.message':
    'Este sistema no deja que el panel acceda a las conexiones del núcleo, así que los límites de velocidad no se aplican. En un contenedor, permite la llamada al sistema pidfd_getfd (Docker: --cap-add SYS_PTRACE).',
  'node.token-left.title': 'El token de API de {node} sigue siendo válido',
  'node.token-left.message': 'Este panel ya no lo usa. Elimínalo en los ajustes de ese panel.',
  'outbound.left-out.title': 'Una salida de una suscripción hizo fallar el núcleo',
  'outbound.left-out.message': '{tags}: {reason}. El núcleo funciona sin ella.',
  'subscription.not-served.title': 'El servidor de suscripciones no funciona',
  'subscription.not-served.message': '{reason}.',
  'telegram.failed.title': 'El bot de Telegram no funciona',
  'telegram.failed.message': '{reason}.',
}
