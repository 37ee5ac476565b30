import type { clients as english } from '#domain/refusals/clients.ts'
import type { Refused } from '../../files.ts'

export const clients: Refused<typeof english> = {
  'client.missing': 'No existe el cliente {email}.',
  'client.email-missing': 'Ponle un nombre al cliente.',
  'client.email-taken': 'El nombre {email} ya está en uso. Elige otro.',
  'client.email-twice': 'El nombre {email} aparece dos veces. Quita uno.',
  'client.email-too-long': 'Usa como máximo {max} caracteres para el nombre.',
  'client.email-no-url': 'Elige un nombre distinto de {value}: ninguna URL puede llevarlo.',
  'client.email-white-space': 'Quita los espacios del nombre.',
  'client.email-control-characters': 'Quita los caracteres de control del nombre.',
  'client.email-character': 'Quita el carácter {character} del nombre.',
  'client.sub-id-missing': 'Ponle un ID de suscripción (subId) al cliente.',
  'client.sub-id-taken': 'El ID de suscripción {subId} ya está en uso. Elige otro.',
  'client.sub-id-of-another': 'Otro cliente ya se llama {email}. Envía el subId de ese cliente o ninguno.',
  'client.sub-id-too-long': 'Usa como máximo {max} caracteres para el ID de suscripción (subId).',
  'client.sub-id-no-url':
    'Elige un ID de suscripción (subId) distinto de {value}: ninguna URL puede llevarlo.',
  'client.sub-id-white-space': 'Quita los espacios del ID de suscripción (subId).',
  'client.sub-id-control-characters': 'Quita los caracteres de control del ID de suscripción (subId).',
  'client.sub-id-character': 'Quita el carácter {character} del ID de suscripción (subId).',
  'client.uuid-invalid': 'Indica un UUID como id, o un texto de 30 bytes como máximo.',
  'client.credential-shared':
    'El núcleo no podría distinguir este cliente de {email}. Dale otro id, contraseña o auth.',
  'client.cipher-single-user':
    '2022-blake3-chacha20-poly1305 sirve a un solo usuario. Elige una entrada con un cifrado AES 2022.',
  'client.key-lengths-differ':
    'Estas entradas Shadowsocks necesitan claves de longitud distinta y un cliente tiene una sola. Quita una de ellas.',
  'client.flow-unknown': 'Elige ningún flujo (flow), xtls-rprx-vision o xtls-rprx-vision-udp443.',
  'client.expiry-not-whole': 'Indica el vencimiento en milisegundos enteros, 0 para nunca.',
  'client.expiry-not-whole-days':
    'El inicio diferido se cuenta en días enteros. Indica un múltiplo negativo de 86400000, o 0 para nunca.',
  'client.add-days-not-whole': 'Indica días enteros, como máximo 100000.',
  'client.add-bytes-not-whole': 'Indica bytes enteros.',
  'client.nothing-to-adjust': 'Indica qué ajustar: addDays, addBytes, flow o un valor que fijar.',
  'client.tg-id-invalid': 'Introduce un ID de Telegram numérico.',
  'client.traffic-too-large': 'La suma de bytes de subida y bajada no puede superar 2^53-1.',
  'client.expired': 'Ha vencido. Pon una fecha posterior o renueva el cliente.',
  'client.out-of-data': 'Sin datos. Restablece el uso, aumenta la cuota o renueva el cliente.',
  'client.group-ended': 'El grupo se quedó sin datos o ha vencido. Renueva el grupo.',
  'client.no-inbound-chosen': 'Elige al menos una entrada para el cliente.',
  'client.inbound-unfit': 'La entrada {id} no existe o no admite clientes.',
  'client.protocol-without-clients': 'La entrada {id} ({protocol}) no admite clientes. Elige otra.',
  'client.reverse-tag-taken':
    '{tag} es la etiqueta de una salida. Dale al cliente otra etiqueta inversa (reverse).',
  'client.not-attached':
    'Este cliente no tiene ninguna entrada, así que su suscripción está vacía. Añade una primero.',
  'adjust.unlimited-expiry': 'no tiene vencimiento',
  'adjust.past-delay': 'la reducción supera el plazo diferido',
  'adjust.past-expiry': 'la reducción supera el tiempo restante',
  'adjust.expiry-too-far': 'el vencimiento quedaría demasiado lejos',
  'adjust.unlimited-traffic': 'no tiene cuota',
  'adjust.past-quota': 'la reducción supera la cuota',
  'adjust.quota-too-large': 'la cuota sería demasiado grande',
  'group.exists': 'Ya existe un grupo llamado {name}. Elige otro nombre.',
  'group.missing': 'No existe el grupo {name}.',
  'group.name-missing': 'Ponle un nombre al grupo.',
  'group.name-invalid':
    'Usa como máximo {max} caracteres para el nombre del grupo, sin caracteres de control.',
  'plan.missing': 'No existe el plan con el ID {id}.',
  'plan.name-taken': 'Ya existe un plan llamado «{name}». Elige otro nombre.',
  'plan.too-many': 'Ya hay {max} planes. Elimina uno que no se use.',
}
