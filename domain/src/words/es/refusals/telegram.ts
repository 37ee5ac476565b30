import type { telegram as english } from '#domain/refusals/telegram.ts'
import type { Refused } from '../../files.ts'

export const telegram: Refused<typeof english> = {
  'telegram.token-missing': 'El bot de Telegram no tiene token. Consigue uno con @BotFather y guárdalo.',
  'telegram.token-shape': 'El token de un bot es como 123456789:AbCd. Cópialo de @BotFather sin espacios.',
  'telegram.token-refused': 'Telegram no conoce este token. Cópialo otra vez de @BotFather.',
  'telegram.admins-missing':
    'No hay ningún administrador del bot. Escribe el ID numérico de Telegram de al menos una persona.',
  'telegram.other-reader':
    'Otro programa lee los mensajes de este bot. Detenlo o crea un token nuevo con @BotFather.',
  'telegram.wait': 'Telegram pide esperar {seconds} s.',
  'telegram.said': 'Telegram respondió: {reason}.',
  'telegram.not-delivered': 'El mensaje para {chat} no se entregó: {reason}.',
  'telegram.file-too-large':
    'El archivo ocupa {size} y un bot puede enviar {max} como máximo. Descárgalo desde el panel.',
}
