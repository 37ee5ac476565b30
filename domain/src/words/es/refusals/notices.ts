import type { notices as english } from '#domain/refusals/notices.ts'
import type { Refused } from '../../files.ts'

export const notices: Refused<typeof english> = {
  'notice.too-old': 'No se pudo entregar en tres días y se abandonó.',
  'notice.outlet-off': 'La vía se desactivó antes de enviarlo.',
  'notice.outlet-unknown': 'No hay ninguna vía {name}. Usa home, email, telegram o webhook: y su id.',
  'notice.outlet-not-ready': 'La vía {name} está desactivada. Actívala y guarda antes sus ajustes.',
  'notice.delivery-missing': 'No existe esa entrega: las antiguas se borran al cabo de un mes.',
  'notice.webhook-missing': 'No hay ningún webhook {id}.',
  'notice.webhook-too-many': 'Puede haber como máximo {max} webhooks. Borra antes uno.',
  'notice.webhook-secret': 'Usa un secreto de 16 a 256 caracteres visibles, o déjalo en blanco.',
  'notice.mail-incomplete': 'Rellena antes {missing}: el correo lo necesita.',
  'notice.mail-address':
    '{address} no es una dirección de correo. Escribe una como me@example.com; varias, con comas.',
  'notice.mail-login': 'El servidor de correo {host} no aceptó el usuario y la contraseña: {answer}.',
  'notice.mail-refused': 'El servidor de correo {host} no aceptó el mensaje: {answer}.',
  'notice.mail-no-tls':
    'El servidor de correo {host} no ofrece STARTTLS. Elige TLS, o ningún cifrado en una red de confianza.',
  'notice.mail-no-answer':
    'El servidor de correo {host} no respondió a tiempo, o no es un servidor de correo.',
  'setting.time': 'Usa una hora del día como 22:30, o déjalo en blanco.',
}
