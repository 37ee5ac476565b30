import type { nodes as english } from '#domain/refusals/nodes.ts'
import type { Refused } from '../../files.ts'

export const nodes: Refused<typeof english> = {
  'node.missing': 'No se encuentra el nodo {id}.',
  'node.name-missing': 'Da un nombre al nodo.',
  'node.name-taken': 'Ya hay un nodo llamado {name}. Elige otro nombre.',
  'node.too-many': 'Ya hay {max} nodos. Elimina uno primero.',
  'node.address-invalid': '«{address}» no es un nombre de host ni una dirección IP.',
  'node.port-invalid': 'Usa un puerto de 1 a 65535.',
  'node.path-invalid':
    'La ruta base de un nodo no tiene espacios, caracteres de control, barras invertidas, ? ni #. Escríbela como /path/.',
  'node.token-invalid': 'Un token de API no tiene espacios ni caracteres de control. Cópialo de nuevo.',
  'node.verify-mode-unknown': 'Elige uno de {values} para tlsVerifyMode.',
  'node.mtls-missing':
    'Sluice no usa certificados de cliente entre paneles. Fija el certificado del nodo (tlsVerifyMode pin).',
  'node.pin-missing': 'Da la huella SHA-256 del certificado, o deja que el panel la lea.',
  'node.pin-invalid': 'Una huella SHA-256 tiene 64 dígitos hexadecimales.',
  'node.no-tls': 'Un nodo con http sin cifrar no muestra certificado. Elige https.',
  'node.has-inbounds': 'Hay {count} entradas en este nodo. Elimínalas primero.',
  'node.token-missing': 'El nodo no tiene token de API. Crea uno en sus ajustes e introdúcelo aquí.',
  'node.token-refused':
    '{host} no acepta el token de API. Crea un token en los ajustes de ese panel e introdúcelo aquí, o invita de nuevo: una cadena de unión solo sirve para el primer panel que la usa.',
  'node.no-panel-there':
    '{host} no tiene panel en esta ruta base. Revisa la ruta base en los ajustes de ese panel.',
  'node.not-a-panel':
    '{host} responde, pero no como un panel. Revisa la dirección, el puerto y la ruta base.',
  'node.starting': '{host} acaba de arrancar y aún no conoce su estado. Inténtalo de nuevo en unos segundos.',
  'node.refused': '{host} lo rechazó: {reason}.',
  'node.cannot-kick':
    '{node} no puede cortar las conexiones de un solo cliente: usa otro panel o una versión anterior. Desactiva el cliente y vuelve a activarlo.',
  'node.is-this-panel': 'Esta dirección lleva a este mismo panel. Un panel no puede ser su propio nodo.',
  'node.same-as-another': 'Es el mismo panel que el nodo {name}. Cada panel se añade una vez.',
  'node.unverified':
    'No se comprueba el certificado de este nodo: alguien entre los dos paneles podría leer el token de API. Es mejor fijar el certificado.',
  'node.no-limits':
    '{name} usa otro panel. Allí no se aplican las velocidades, ni ir lento en lugar de cortar, ni el uso diario.',
  'node.no-keys':
    '{name} usa otro panel. Allí todos los dispositivos de un cliente comparten una clave, así que un dispositivo revocado puede seguir usándola.',
  'node.keys-after-update':
    '{name} tiene una versión anterior. Hasta que se actualice, todos los dispositivos de un cliente comparten allí una clave.',
  'node.plain-http':
    'A este nodo se llega por http sin cifrar: cualquiera en el camino puede leer el token de API. Usa https.',
}
