import type { moveInMarzban as english } from '#domain/refusals/move-in-marzban.ts'
import type { Refused } from '../../files.ts'

export const moveInMarzban: Refused<typeof english> = {
  'marzban.two-clients':
    'Un solo cliente no puede guardar todos los secretos de algunos usuarios, por ejemplo ID distintos para VMess y VLESS. Cada uno se importa como dos clientes con una misma suscripción, y cada uno de los dos recibe la cuota completa: {names} ({count} en total).',
  'marzban.reset-strategy':
    'El tráfico de algunos usuarios se restablecía con el calendario "{strategy}", que no se importa. Restablécelo aquí cuando toque: {names} ({count} en total).',
  'marzban.name-changed':
    'Este nombre no sirve aquí como email o ya lo tiene otro cliente. Se importa como {email}.',
  'marzban.user-nameless': 'El usuario número {id} no tiene nombre y no se importa.',
  'marzban.status-unknown': 'El estado {status} es desconocido. El cliente se importa desactivado.',
  'marzban.hold-rounded':
    'El tiempo desde el primer uso se cuenta aquí en días enteros. Se redondeó hacia arriba para {names} ({count} en total).',
  'marzban.hold-timeout':
    'Algunos usuarios en espera tenían además una fecha de inicio. Aquí el tiempo empieza solo con el primer uso: {names} ({count} en total).',
  'marzban.secret-unusable': 'El núcleo no puede usar el secreto de {protocol}. El cliente recibe uno nuevo.',
  'marzban.note-cut': 'Las notas se cortan a los {max} caracteres: {names} ({count} en total).',
  'marzban.flow-unknown': 'El flow {flow} es desconocido. El cliente se importa sin flow.',
  'marzban.cipher-differs':
    'Todos los clientes de la entrada {tag} comparten aquí el cifrado {method}. Cambian los enlaces Shadowsocks de quienes tenían otro: {names} ({count} en total).',
  'marzban.cipher-single-user':
    'El cifrado 2022-blake3-chacha20-poly1305 sirve a un solo usuario. Ningún cliente se añade a esta entrada.',
  'marzban.key-lengths':
    'Un cliente tiene una sola clave Shadowsocks y la entrada {tag} necesita otra longitud. No añadidos a ella: {names} ({count} en total).',
  'marzban.several-groups':
    'Un cliente tiene aquí un solo grupo. Quien tenía varios conserva el primero y sigue en las entradas de todos: {names} ({count} en total).',
  'marzban.no-core-config':
    'Sin la configuración del núcleo no se importan entradas y ningún cliente tiene una. Añade el archivo que indica XRAY_JSON, normalmente xray_config.json.',
  'marzban.core-config-unreadable':
    'La configuración del núcleo no es un objeto JSON, así que no se importan entradas. Comprueba que sea el archivo que indica XRAY_JSON.',
  'marzban.core-kind': 'Un núcleo del tipo {kind} no se importa. Solo se importan configuraciones de Xray.',
  'marzban.inbound-in-template':
    'Esta entrada ({protocol}) no tiene usuarios del panel. Pasa a la plantilla del núcleo, si esta se importa.',
  'marzban.inbound-tag':
    'La entrada {protocol} en el puerto {port} no tiene etiqueta o es una reservada. No se importa.',
  'marzban.inbound-twice': 'Otra entrada tiene la misma etiqueta. Solo se importa la primera.',
  'marzban.inbound-port': 'Esta entrada no escucha en un único puerto fijo y no se importa.',
  'marzban.inbound-users':
    'Los usuarios escritos en la propia configuración del núcleo no se importan ({count} en total). Solo los de la base de datos.',
  'marzban.private-ranges':
    'Las reglas de enrutamiento listan los rangos privados como direcciones, así no hace falta un archivo geo.',
  'marzban.host-remark':
    'Se omiten las variables en los nombres de los hosts. Define una plantilla de nombre para todos los enlaces en Ajustes, Suscripción: {names} ({count} en total).',
  'marzban.host-variable': 'El texto {text} cambia de un usuario a otro y no se importa.',
  'marzban.host-star': '{from} era aleatorio en cada enlace. Aquí todos los enlaces usan {to}.',
  'marzban.host-list':
    'Cada enlace tenía al azar uno de varios valores ({column}). Aquí todos los enlaces usan {first}.',
  'marzban.host-extra': 'Esta parte de un host no se importa: {column}.',
  'marzban.host-inbound': 'Este host pertenece a la entrada {tag}, que no se importa.',
  'marzban.host-server':
    'Este host de la entrada {tag} usa la dirección del propio servidor, que no se conoce. Define el host público en Ajustes antes de importar o añade el host después.',
  'marzban.admin-limited':
    'Aquí cada cuenta tiene todos los permisos, así que no se importan los administradores con menos: {names} ({count} en total).',
  'marzban.admin-password':
    'La contraseña de este administrador no está guardada con bcrypt. La cuenta no se importa.',
  'marzban.nodes':
    'Los nodos ejecutan el software del otro panel y no se importan. Instala un panel en cada uno y añádelo como nodo: {names} ({count} en total).',
  'marzban.rows': 'Las filas de la tabla {table} no se importan ({count} en total). Aquí no hay equivalente.',
  'marzban.no-secret':
    'La base de datos no tiene clave para las URL de suscripción, así que las antiguas no funcionarán. Da a los clientes las nuevas.',
  'marzban.urls':
    'Las URL de suscripción antiguas bajo {path} siguen funcionando en el puerto de suscripciones. Apunta allí el host y el puerto antiguos.',
}
