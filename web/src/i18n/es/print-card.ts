import type { printCard as english } from '../en/print-card.ts'
import type { Words } from '../files.ts'

export const printCard: Words<typeof english> = {
  'card.scan':
    'Escanea este código con la cámara del teléfono o abre la dirección en un navegador. La página que se abre tiene las aplicaciones para tu dispositivo y añade la conexión por ti.',
  'card.app':
    'Instala v2rayNG o Hiddify (Android), Streisand o Hiddify (iPhone), o v2rayN o Hiddify (ordenador). Escanea este código en la aplicación y conéctate.',
  'card.address': 'Dirección de la suscripción:',
  'card.private': 'No compartas esta tarjeta. Cualquiera que tenga este código puede usar tu conexión.',
}
