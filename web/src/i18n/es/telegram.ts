import type { telegram as english } from '../en/telegram.ts'
import type { Words } from '../files.ts'

export const telegram: Words<typeof english> = {
  'telegram.text':
    'Comandos, informes y avisos en un chat. Solo las personas indicadas aquí administran el panel; las demás ven los clientes que llevan su propio ID de Telegram.',
  'telegram.running': 'En marcha como @{name}',
  'telegram.off': 'Apagado',
  'telegram.starting': 'Arrancando…',
  'telegram.failed': 'No funciona',
  'telegram.enable': 'Activar el bot',
  'telegram.token': 'Token del bot',
  'telegram.tokenHint': 'Lo da @BotFather. Se guarda y nunca se muestra.',
  'telegram.tokenKept': 'Hay un token guardado. Uno nuevo lo sustituye.',
  'telegram.admins': 'Administradores',
  'telegram.adminsHint':
    'ID de Telegram separados por comas. Un grupo recibe informes y avisos, pero sus miembros no son administradores.',
  'telegram.language': 'Idioma del bot',
  'telegram.report': 'Horario del informe',
  'telegram.reportHint': '@daily, @every 6h o una expresión cron.',
  'telegram.backup': 'Enviar una copia con el informe',
  'telegram.backupHint': 'Cada administrador recibe la base de datos con todos sus secretos.',
  'telegram.proxy': 'Servidor proxy',
  'telegram.proxyHint': 'socks5, http o https. Vacío: conexión directa.',
  'telegram.server': 'Servidor de la Bot API',
  'telegram.serverHint': 'Vacío: api.telegram.org.',
  'telegram.save': 'Guardar',
  'telegram.test': 'Enviar una prueba',
  'telegram.tested': 'Se envió el mensaje de prueba.',
  'telegram.testFailed': 'La prueba falló',
}
