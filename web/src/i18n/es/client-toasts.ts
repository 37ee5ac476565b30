import type { clientToasts as english } from '../en/client-toasts.ts'
import type { Words } from '../files.ts'

export const clientToasts: Words<typeof english> = {
  'action.enabled': '{email} activado.',
  'action.enabledMany':
    '{count, plural, one {# cliente activado.} many {# clientes activados.} other {# clientes activados.}}',
  'action.disabled': '{email} desactivado.',
  'action.disabledMany':
    '{count, plural, one {# cliente desactivado.} many {# clientes desactivados.} other {# clientes desactivados.}}',
  'action.extended': '{email} ampliado: {days}.',
  'action.extendedMany':
    '{count, plural, one {# cliente ampliado: {days}.} many {# clientes ampliados: {days}.} other {# clientes ampliados: {days}.}}',
  'action.shortened': '{email} acortado: {days}.',
  'action.shortenedMany':
    '{count, plural, one {# cliente acortado: {days}.} many {# clientes acortados: {days}.} other {# clientes acortados: {days}.}}',
  'action.limited': '{email}: límites establecidos.',
  'action.limitedMany':
    '{count, plural, one {Límites establecidos para # cliente.} many {Límites establecidos para # clientes.} other {Límites establecidos para # clientes.}}',
  'action.reset': 'Tráfico de {email} restablecido.',
  'action.resetMany':
    '{count, plural, one {Tráfico de # cliente restablecido.} many {Tráfico de # clientes restablecido.} other {Tráfico de # clientes restablecido.}}',
  'action.attached': '{email} añadido a {inbounds}.',
  'action.attachedMany':
    '{count, plural, one {# cliente añadido a {inbounds}.} many {# clientes añadidos a {inbounds}.} other {# clientes añadidos a {inbounds}.}}',
  'action.detached': '{email} quitado de {inbounds}.',
  'action.detachedMany':
    '{count, plural, one {# cliente quitado de {inbounds}.} many {# clientes quitados de {inbounds}.} other {# clientes quitados de {inbounds}.}}',
  'action.grouped': '{email} movido al grupo {group}.',
  'action.groupedMany':
    '{count, plural, one {# cliente movido al grupo {group}.} many {# clientes movidos al grupo {group}.} other {# clientes movidos al grupo {group}.}}',
  'action.ungrouped': '{email} quitado del grupo.',
  'action.ungroupedMany':
    '{count, plural, one {# cliente quitado del grupo.} many {# clientes quitados de sus grupos.} other {# clientes quitados de sus grupos.}}',
  'action.deleted': '{email} eliminado.',
  'action.deletedMany':
    '{count, plural, one {# cliente eliminado.} many {# clientes eliminados.} other {# clientes eliminados.}}',
  'action.renewed': '{email} renovado: {plan}.',
  'action.renewedMany':
    '{count, plural, one {# cliente renovado} many {# de clientes renovados} other {# clientes renovados}}: {plan}.',
  'action.revoked': '{email} tiene enlaces nuevos. Los antiguos ya no funcionan.',
  'action.skipped': '{done} {count, plural, one {# omitido} many {# omitidos} other {# omitidos}}: {reasons}',
}
