import type { panel as english } from '#domain/refusals/panel.ts'
import type { Refused } from '../../files.ts'

export const panel: Refused<typeof english> = {
  'other.said': '{reason}',
  'panel.failed': 'Algo falló en el panel. Su registro tiene los detalles.',
  'panel.stopped': 'El panel se detuvo.',
  'panel.busy-with-strangers':
    'El panel está ocupado con peticiones sin sesión. Inténtalo de nuevo en un momento.',
  'storage.disk-full': 'El disco está lleno. Libera espacio e inténtalo de nuevo: no se guardó nada.',
  'storage.read-only':
    'La base de datos es de solo lectura. Revisa los permisos de la carpeta de datos: no se guardó nada.',
  'storage.too-slow':
    'La base de datos tardó demasiado. Inténtalo de nuevo en un momento: no se guardó nada.',
  'storage.unreachable': 'La base de datos no responde. Inténtalo de nuevo en un momento: no se guardó nada.',
  'not-built.provider': '{name} no está integrado en este panel. Añade a mano su salida WireGuard.',
  'certificate.pair-unusable':
    'El certificado {cert} y la clave {key} no se pueden usar ({reason}). Indica un par PEM que se corresponda o borra ambos: sluice cert -reset.',
  'certificate.file-unreadable':
    'No se puede leer el certificado {file}: {reason}. Corrige la ruta o bórrala: sluice cert -reset.',
  'certificate.key-unreadable':
    'No se puede leer la clave privada {file}: {reason}. Corrige la ruta o bórrala: sluice cert -reset.',
  'certificate.no-such-file': 'no existe ese archivo.',
  'certificate.not-a-file': 'no es un archivo de certificado.',
  'certificate.missing': 'No hay ningún certificado en esta ruta del servidor.',
  'certificate.not-readable': 'El panel no tiene permiso para leer este archivo.',
  'certificate.not-given': 'Indica un certificado, o su ruta en certFile.',
  'certificate.invalid': 'Esto no es un certificado en PEM o DER.',
  'target.missing': 'Escribe un host o host:port.',
  'target.invalid': '«{target}» no es un host ni host:port.',
  'target.too-many': 'Indica como máximo {max} destinos a la vez.',
  'target.is-range': 'Indica nombres, no un rango: {target} no se puede comprobar.',
  'target.lacks': 'Le falta: {missing}.',
  'target.lacks-certificate': 'Le falta un certificado de confianza para este nombre.',
  'target.lacks-certificate-too': 'Le falta: {missing} y un certificado de confianza para este nombre.',
  'target.no-certificate': '{host} no muestra ningún certificado.',
  'listener.address-invalid':
    '«{address}» no es una dirección IP en la que escuchar. Usa 127.0.0.1, 0.0.0.0 o una de esta máquina.',
  'listener.port-taken':
    'El puerto {port} de {address} está ocupado. Detén lo que escucha ahí o elige otro puerto (SLUICE_PORT, SLUICE_SUB_PORT).',
  'listener.port-needs-rights':
    'El puerto {port} necesita permisos que este usuario no tiene. Elige un puerto superior a 1023.',
  'listener.address-not-here':
    'Esta máquina no tiene la dirección {address}. Pon como dirección de escucha una que tenga, o 0.0.0.0.',
  'listener.failed': 'No se puede escuchar en {where} ({reason}).',
  'demo.read-only':
    'Desde otras direcciones esta demo es de solo lectura. Para cambiar algo, inicia una propia con --demo.',
  'demo.no-core': 'En una demo no se ejecuta ningún núcleo. Para esto inicia el panel sin --demo.',
  'demo.no-network': 'Una demo no llama a otros servidores. Para esto inicia el panel sin --demo.',
}
