import type { telegram as english } from '../en/telegram.ts'
import type { Words } from '../files.ts'

export const telegram: Words<typeof english> = {
  'telegram.text':
    'Comandos, informes y notificaciones en un chat. Solo los administradores de abajo gestionan el panel; los demás ven solo los clientes con su propio ID de Telegram.',
  'telegram.running': 'En marcha como @{name}',
  'telegram.off': 'Apagado',
  'telegram.starting': 'Arrancando…',
  'telegram.failed': 'No funciona',
  'telegram.enable': 'Activar el bot',
  'telegram.token': 'Token del bot',
  'telegram.tokenHint': 'De @BotFather. Se guarda y nunca se muestra.',
  'telegram.tokenKept': 'Hay un token guardado. Introduce uno nuevo para sustituirlo.',
  'telegram.admins': 'Administradores',
  'telegram.adminsHint':
    'ID de Telegram separados por comas. Un grupo recibe informes y avisos, pero sus miembros no son administradores.',
  'telegram.language': 'Idioma del bot',
  'telegram.report': 'Horario del informe',
  'telegram.reportHint': '@daily, @every 6h o una expresión cron.',
  'telegram.backup': 'Enviar una copia con el informe',
  'telegram.backupHint': 'Cada administrador recibe la base de datos con todos sus secretos.',
  'telegram.proxy': 'Servidor proxy',
  'telegram.proxyHint': 'socks5, http o https. Déjalo vacío para conectar directamente.',
  'telegram.server': 'Servidor de la Bot API',
  'telegram.serverHint': 'Déjalo vacío para usar api.telegram.org.',
  'telegram.test': 'Enviar prueba',
  'telegram.tested': 'Mensaje de prueba enviado.',
  'telegram.testFailed': 'La prueba falló',
}
