import type { inbounds as english } from '#domain/refusals/inbounds.ts'
import type { Refused } from '../../files.ts'

export const inbounds: Refused<typeof english> = {
  'inbound.missing': 'No existe la entrada con el ID {id}.',
  'inbound.protocol-unknown': 'Elige uno de estos protocolos: {values}.',
  'inbound.network-unfit': 'Elige uno de {values} para {protocol}.',
  'inbound.security-unfit': 'Elige uno de {values} para {protocol} sobre {network}.',
  'inbound.window-below-mtu':
    'Usa al menos {mtu} bytes, el tamaño de un paquete (MTU), o 0 para la ventana habitual.',
  'inbound.key-length': 'Usa {bytes} bytes en base64 como clave para {method}.',
  'inbound.listen-invalid':
    'Indica una dirección IP, déjalo vacío para todas, o indica una ruta de socket que empiece por / o @.',
  'inbound.port-taken':
    'El puerto {port} ({layers}) ya lo usa la entrada «{remark}» (#{id}). Elige otro puerto u otra dirección.',
  'inbound.socket-taken': '{path} ya lo usa la entrada «{remark}» (#{id}). Elige otra dirección.',
  'inbound.port-of-panel': 'El propio panel escucha en el puerto {port}. Elige otro puerto.',
  'inbound.port-of-subscriptions':
    'El servidor de suscripciones escucha en el puerto {port}. Elige otro puerto.',
  'inbound.port-in-use':
    'El puerto {port} ({layer}) lo usa {holder}. Detén ese programa o elige otro puerto.',
  'inbound.address-not-here':
    'Esta máquina no tiene la dirección {listen}. Déjalo vacío para todas, o indica una suya.',
  'inbound.path-in-use': '{path} lo usa {holder}. Detén ese programa o usa otra ruta.',
  'inbound.folder-missing': 'No existe la carpeta {folder} para el socket. Créala o usa otra ruta.',
  'inbound.path-no-socket': '{path} ya existe y no es un socket. Usa otra ruta.',
  'inbound.core-could-not-open': 'El núcleo no pudo abrirla.',
  'inbound.core-refuses': 'El núcleo la rechaza: {reason}.',
  'inbound.not-open': 'La entrada {inbound} no está abierta: {reason}.',
  'inbound.tag-invalid': 'Usa como máximo 254 caracteres para la etiqueta, sin > ni caracteres de control.',
  'inbound.tag-reserved': 'El panel usa la etiqueta {tag}. Elige otra o déjala vacía.',
  'inbound.no-free-tag':
    'No queda ninguna etiqueta libre para el puerto {port}. Dale una etiqueta a la entrada.',
  'inbound.clients-not-list': 'Indica los clientes como una lista.',
  'inbound.not-on-node': 'Quita nodeId: {protocol} no puede funcionar en un nodo.',
  'inbound.node-missing': 'No existe el nodo con el ID {id}.',
  'inbound.path-start': 'La ruta debe empezar por /.',
  'inbound.path-white-space': 'Quita los espacios de la ruta.',
  'inbound.path-query': 'Quita de la ruta # y todo lo que siga a ?, excepto ed=.',
  'inbound.short-id': 'Usa un número par de dígitos hexadecimales en cada ID corto, como máximo 16.',
  'inbound.client-version': 'Usa una versión de hasta tres partes, cada una de 0 a 255.',
  'inbound.header-host': 'Quita la cabecera Host y usa el campo de host.',
  'inbound.more-than-zero': 'Usa un valor mayor que 0.',
  'inbound.cipher-single-user':
    '2022-blake3-chacha20-poly1305 sirve a un solo usuario, así que no se puede añadir ningún cliente. Elige 2022-blake3-aes-128-gcm o 2022-blake3-aes-256-gcm.',
  'inbound.certificate-missing':
    'Una entrada con TLS necesita un certificado y su clave: sin ellos nadie puede conectarse. Indica ambos archivos o pega ambos textos.',
  'fallback.dest-invalid': 'Indica un puerto, host:port o una ruta de socket que empiece por / o @.',
  'fallback.child-missing': 'No existe la entrada {id} a la que recurrir.',
  'fallback.child-elsewhere':
    'La entrada hija está en otra máquina. Elige una de la misma máquina o indica un destino (dest).',
  'fallback.child-not-tcp': 'Una alternativa es una conexión TCP. Elige una entrada hija que escuche en TCP.',
  'fallback.no-target': 'Elige una entrada hija o indica un destino (dest).',
  'fallback.itself': 'Una entrada no puede recurrir a sí misma.',
  'fallback.loop': 'La entrada hija ya recurre a esta. Elige otra para evitar un bucle.',
  'fallback.master-unfit':
    'Las alternativas necesitan una entrada VLESS o Trojan sobre TCP con TLS o Reality.',
  'fallback.decryption':
    'El núcleo no admite alternativas junto con la encriptación VLESS. Pon decryption en none.',
  'fallback.reality-undialable':
    'Las aplicaciones no pueden conectarse a {network} detrás de Reality. Dale a la entrada #{child} RAW, gRPC o XHTTP, o ponla detrás de una entrada con TLS.',
  'fallback.reality-shared':
    'Detrás de Reality solo se puede llegar a una entrada sin ruta propia (RAW, gRPC, XHTTP), y otra fila recibe las conexiones de #{child}. Ponla detrás de otra entrada.',
  'fallback.two-h2':
    'Esta entrada y #{other} usan HTTP/2 (gRPC, XHTTP) bajo la misma entrada principal, que no puede distinguirlas. Dale a una su propia entrada principal o una fila con otro SNI.',
  'host.group-missing': 'No existe el grupo de direcciones con el ID {id}.',
  'host.port-invalid': 'Usa un puerto de 1 a 65535, o 0 para el de la propia entrada.',
  'host.name-invalid': '«{name}» no es un nombre de host ni una dirección.',
  'host.review-empty':
    'Envíe las direcciones que revisar en host, el grupo que eliminar en groupId o el orden en order.',
  'link.failed': 'No se pudo generar el enlace: {reason}.',
  'link.no-host': 'No se conoce el nombre de host de este panel. Indícalo en los ajustes.',
  'link.no-port': 'La entrada no escucha en ningún puerto al que pueda conectarse un cliente.',
  'link.no-links': 'Los clientes no tienen enlaces para {protocol}.',
  'link.no-id': 'El cliente no tiene id. Vuelve a guardarlo para crear uno.',
  'link.no-password': 'El cliente no tiene contraseña. Vuelve a guardarlo para crear una.',
  'link.no-auth': 'El cliente no tiene auth. Vuelve a guardarlo para crear uno.',
  'link.no-cipher': 'La entrada no tiene cifrado.',
  'link.key-misfit': 'Una de las claves no encaja con el cifrado {method}.',
  'link.no-reality-key':
    'Los ajustes de Reality no tienen clave pública. Genera de nuevo el par de claves y guárdalo.',
  'link.transport-unknown': 'Los clientes no conocen el transporte «{network}».',
  'link.reality-undialable':
    'Las aplicaciones no pueden conectarse a {network} detrás de Reality. Dale RAW, gRPC o XHTTP, o ponla detrás de una entrada con TLS.',
  'link.master-shared':
    'Otra entrada hija de la misma principal recibe sus conexiones. Dale su propia entrada principal.',
}
