import type { policies as english } from '../en/policies.ts'
import type { Words } from '../files.ts'

export const policies: Words<typeof english> = {
  'policy.more': 'Velocidad, caducidad y uso justo',
  'policy.notSet': 'Sin fijar',
  'policy.planText':
    'Se aplican a todos los clientes del plan, salvo que el cliente o su grupo tenga un ajuste propio.',
  'policy.slowHint': '0 = 1 Mbit/s por defecto',
  'policy.fairUse': 'Cantidad diaria',
  'policy.fairUseHint': '0 = ninguna',
  'policy.fairUseSpeed': 'Velocidad tras agotarla, hasta medianoche',
  'policy.ipCount': 'El límite de IP cuenta',
  'policy.ipAddresses': 'Direcciones',
  'policy.ipNetworks': 'Redes (/24, /56)',
  'policy.ipGrace': 'Margen al cambiar de red',
  'policy.ipGraceHint':
    'Cuando un cliente cambia de red, su IP anterior deja de contar si queda inactiva en este tiempo.',
  'policy.overIp': 'Si se supera el límite de IP',
  'policy.overIpCut': 'Rechazar la dirección nueva',
  'policy.overIpSlow': 'Ralentizar al cliente',
  'groups.title': 'Grupos',
  'groups.text':
    'Los ajustes del grupo se aplican a cada miembro que no tenga uno propio. La cuota y la caducidad son comunes a todo el grupo.',
  'groups.new': 'Grupo nuevo',
  'groups.name': 'Nombre del grupo',
  'groups.nameMissing': 'Escriba un nombre de grupo.',
  'groups.edit': 'Editar',
  'groups.quota': 'Cuota compartida',
  'groups.quotaHint': 'Todos los miembros juntos; 0 = ninguna',
  'groups.eachHint': 'Para cada miembro; 0 = sin fijar',
  'groups.members': '{count, plural, one {# cliente} many {# clientes} other {# clientes}}',
  'groups.used': '{used} de {total} usados',
  'groups.until': 'hasta {date}',
  'groups.ended': 'caducado o sin datos',
  'groups.reset': 'Reiniciar el tráfico',
  'groups.resetTitle': '¿Reiniciar el tráfico de todos los miembros de {name}?',
  'planApply.title': 'Aplicar {name} de nuevo',
  'planApply.open': 'Aplicar de nuevo',
  'planApply.text':
    'Aplica la cuota, los límites, la renovación automática y el grupo de este plan a todos sus clientes. Las fechas de caducidad y las entradas no cambian.',
  'planApply.who':
    '{clients, plural, one {# cliente tiene este plan.} many {# clientes tienen este plan.} other {# clientes tienen este plan.}} {changed, plural, =0 {Nada cambia.} one {# de ellos cambia:} many {# de ellos cambian:} other {# de ellos cambian:}}',
  'planApply.change': '{field}: de {from} a {to}',
  'planApply.examples': 'Por ejemplo: {names}',
  'planApply.verb': 'Aplicar',
  'refused.title': 'Rechazado por el límite de IP',
  'refused.none': 'No se rechazó ninguna IP.',
  'refused.cut': 'rechazada',
  'refused.slow': 'cliente ralentizado',
  'refused.addresses':
    'límite de {limit, plural, one {# dirección} many {# direcciones} other {# direcciones}}',
  'refused.networks': 'límite de {limit, plural, one {# red} many {# redes} other {# redes}}',
}
