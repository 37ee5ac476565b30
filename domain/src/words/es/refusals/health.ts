import type { health as english } from '#domain/refusals/health.ts'
import type { Refused } from '../../files.ts'

export const health: Refused<typeof english> = {
  'owner.panel': 'El panel',
  'owner.subscriptions': 'Suscripciones',
  'owner.core': 'Núcleo',
  'owner.inbound': 'Entrada {name}',
  'health.port-taken': '{owner}: el puerto {port}/{layer} lo ocupa {holder}. Detenlo o elige otro puerto.',
  'health.port-closed': '{owner}: nada escucha en el puerto {port}/{layer}.',
  'health.ports-open': 'Puertos abiertos correctamente: {count}.',
  'health.ports-free': 'Puertos libres para el próximo arranque: {count}.',
  'health.address-public': 'Este servidor tiene la dirección pública {address}.',
  'health.address-behind-nat':
    'Este servidor solo tiene direcciones privadas. Los enlaces usan {host}: el router que hay delante debe reenviar los puertos.',
  'health.address-unknown':
    'Este servidor solo tiene direcciones privadas y no se ha indicado la pública. Indica el host público y reenvía los puertos.',
  'health.panel-inner':
    'El panel escucha en {where}, así que solo se llega desde este servidor. Usa un túnel SSH o un proxy inverso, o cambia la dirección.',
  'health.subscriptions-inner':
    'Las suscripciones escuchan en {where}, así que las aplicaciones no pueden obtenerlas. Cambia la dirección o indica la URL pública de suscripción de tu proxy inverso.',
  'health.firewall-none':
    'No se encontró un cortafuegos activo en este servidor. Tu proveedor puede tener uno delante.',
  'health.firewall-no-ports':
    'El cortafuegos {name} está activo y ningún puerto tiene que alcanzarse desde fuera.',
  'health.firewall-on': 'El cortafuegos {name} está activo. Debe permitir estos puertos: {ports}.',
  'health.name-lost': 'El dominio {name} no se resuelve: {reason}. Corrige el dominio o su registro DNS.',
  'health.name-here': 'El dominio {name} apunta a este servidor.',
  'health.name-elsewhere':
    'El dominio {name} apunta a {addresses}, que no es una dirección de este servidor. Es lo normal detrás de NAT, un proxy o una CDN.',
  'health.cert-none': '{owner}: usa TLS y no tiene certificado, así que nadie puede conectarse.',
  'health.cert-unreadable': '{owner}: el certificado no se puede usar: {reason}.',
  'health.cert-other-key': '{owner}: la clave no corresponde al certificado.',
  'health.cert-expired': '{owner}: el certificado ha caducado.',
  'health.cert-early': '{owner}: el certificado aún no es válido. Revisa el reloj.',
  'health.cert-soon': '{owner}: el certificado caduca en {days} días y no se renovó.',
  'health.cert-other-name': '{owner}: el certificado no es válido para {name}.',
  'health.cert-self-signed':
    '{owner}: el certificado es autofirmado, así que aplicaciones y navegadores muestran un aviso. Es válido {days} días más.',
  'health.cert-incomplete':
    '{owner}: el certificado no lleva a una autoridad conocida. Usa el archivo con la cadena completa (fullchain.pem).',
  'health.cert-good': '{owner}: el certificado es válido {days} días más.',
  'health.clock-jumped':
    'El reloj dio un salto. Ningún cliente se desactiva ni se renueva por fecha hasta que aceptes la nueva hora o corrijas el reloj.',
  'health.clock-off':
    'El reloj difiere {seconds} segundos de {against}. VMess rechaza clientes a partir de 90 segundos.',
  'health.clock-right': 'El reloj coincide con {against}.',
  'health.clock-set-by': '{service} sincroniza el reloj.',
  'health.clock-unknown':
    'No se pudo comprobar el reloj porque no se encontró ningún servicio de hora. VMess necesita un reloj exacto.',
  'health.disk-full':
    'El disco de {folder} está lleno: quedan {free} GB ({percent} %). Pronto fallarán las escrituras.',
  'health.disk-low': 'El disco de {folder} se llena: quedan {free} GB ({percent} %).',
  'health.disk-good': 'El disco de {folder} tiene {free} GB libres ({percent} %).',
  'health.disk-unknown': 'No se puede leer el espacio libre del disco de {folder}.',
  'health.memory-out': 'La memoria está casi agotada: quedan {free} MB ({percent} %).',
  'health.memory-low': 'Queda poca memoria: {free} MB ({percent} %).',
  'health.memory-good': 'Memoria: quedan {free} MB ({percent} %).',
  'health.memory-unknown': 'No se puede leer cuánta memoria queda.',
  'health.files-out':
    '{owner}: {open} de {limit} archivos están abiertos. Pronto fallarán las conexiones nuevas.',
  'health.files-few': '{owner}: solo pueden abrirse {limit} archivos. Sube el límite para muchas conexiones.',
  'health.files-good': '{owner}: {open} de {limit} archivos están abiertos.',
  'health.bbr-on': 'BBR está activado.',
  'health.bbr-off':
    'El sistema usa {used} para el control de congestión. BBR es más rápido en redes con pérdidas.',
  'health.update-none': 'Sluice {version} es la versión más nueva.',
  'health.update-there': 'Sluice {version} está disponible.',
  'health.core-unwanted': 'Este panel funciona sin núcleo (SLUICE_CORE_BIN=none).',
  'health.core-fails': 'El núcleo no funciona: {reason}.',
  'health.core-stopped': 'El núcleo está detenido. Nadie puede conectarse.',
  'health.core-waits': 'Xray {version} funciona. Cambios que esperan un reinicio del núcleo: {count}.',
  'health.core-runs': 'Xray {version} está en marcha y su binario se ha verificado.',
  'health.core-runs-unverified':
    'Xray {version} está en marcha. Elegiste tú el binario, así que no se ha verificado.',
  'health.core-unasked': 'El panel no está en marcha, así que no se comprobó el núcleo.',
  'health.inbound-closed': 'El núcleo no pudo abrir la entrada {name}: {reason}.',
  'health.geo-missing': 'La configuración usa {name}, que falta. Descarga los archivos Geo.',
  'health.geo-old':
    'El archivo geográfico {name} tiene {days} días. Actualízalo o activa la actualización automática.',
  'health.geo-good': 'Están todos los archivos geográficos en uso. El más antiguo tiene {days} días.',
  'health.geo-unused': 'La configuración no usa archivos geográficos.',
  'health.cut-good': 'Se puede desconectar a un cliente sin afectar a nadie más.',
  'health.cut-not':
    'Las conexiones abiertas de un cliente desactivado siguen hasta que se cierran. Permite pidfd_getfd en tu contenedor o da CAP_NET_ADMIN al servicio.',
  'health.db-unreadable': '{name} no se puede leer: {reason}.',
  'health.db-none': 'Aún no hay base de datos. Se crea en el primer arranque.',
  'health.db-damaged': 'La base de datos está dañada: {reason}. Restaura la última copia buena.',
  'health.db-old': 'La base de datos es de una versión anterior. Se actualiza en el próximo arranque.',
  'health.db-being-checked':
    'La base de datos ({size} MB) aún se está comprobando. Vuelve a comprobarlo en un minuto.',
  'health.db-good': '{name} está en buen estado: {size} MB.',
  'health.db-wal':
    'El registro de escritura de la base de datos creció hasta {size} MB. Puede retenerlo una descarga o copia larga.',
  'health.db-slow': '{name} tardó {ms} ms en una consulta corta. El disco o la red hasta ella son lentos.',
  'health.db-long-transaction':
    'Una transacción en PostgreSQL lleva abierta {seconds} segundos. Puede retrasar las escrituras.',
  'health.db-pooled': 'Se llega a PostgreSQL por un pooler en modo de transacción, lo cual es compatible.',
  'health.permissions-good': 'La carpeta de datos y las claves solo puede leerlas su dueño.',
  'health.permissions-open': 'Otros usuarios de este servidor pueden leer {path} (permisos {mode}).',
  'health.permissions-foreign': '{path} pertenece a otro usuario.',
  'health.layout-old':
    '{folder} pertenece al servicio: quien se apodere de él podría llegar a ser root la próxima vez que se ejecute el instalador. Ejecuta una vez el nuevo install.sh como root.',
  'health.backup-failed': 'La última copia de seguridad falló: {reason}.',
  'health.backup-first-waits': 'La primera copia programada aún no se ha hecho.',
  'health.backup-none': 'No hay copias de seguridad ni hay ninguna programada.',
  'health.backup-overdue': 'La copia va con retraso: la última correcta se hizo hace {hours} horas.',
  'health.backup-by-hand': 'La última copia se hizo hace {days} días y no hay ninguna programada.',
  'health.backup-fresh': 'La última copia correcta se hizo hace menos de dos horas.',
  'health.backup-good': 'La última copia correcta se hizo hace {hours} horas.',
  'health.check-failed': 'Una comprobación no se pudo hacer: {reason}.',
}
