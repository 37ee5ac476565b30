import type { certificates as english } from '../en/certificates.ts'
import type { Words } from '../files.ts'

export const certificates: Words<typeof english> = {
  'certificates.noneTitle': 'Aún no hay certificados',
  'certificates.noneText':
    'Escribe tu dominio abajo. El panel obtiene un certificado y lo renueva automáticamente.',
  'certificates.list': 'Certificados',
  'certificates.byFiles':
    'Se gestionan fuera del panel. El panel vigila estos archivos y los vuelve a cargar cuando cambian.',
  'certificates.until': 'Válido hasta {date}',
  'certificates.renewed': 'Se renueva {date}',
  'certificates.unused': 'Sin usar',
  'certificates.ofPanel': 'Panel',
  'certificates.ofSubscriptions': 'Suscripciones',
  'certificates.ofInbound': 'Entrada {name}',
  'certificates.text':
    'Un certificado gratuito y de confianza de {authority}. El panel lo renueva antes de que caduque; nadie se desconecta.',
  'certificates.names': 'Dominios o direcciones IP',
  'certificates.namesHint':
    'Separa varios con comas. Los certificados para direcciones IP son válidos seis días.',
  'certificates.method': 'Método de validación',
  'certificates.byHttp': 'HTTP (puerto 80)',
  'certificates.byTls': 'TLS-ALPN (puerto 443)',
  'certificates.byDns': 'Programa de DNS',
  'certificates.byHttpHint':
    'El puerto 80 de este servidor debe ser accesible desde internet durante la validación.',
  'certificates.byTlsHint': 'El puerto 443 de este servidor debe llevar al panel.',
  'certificates.byDnsHint':
    'El programa indicado en SLUICE_ACME_DNS_HOOK crea un registro TXT. Necesario para comodines.',
  'certificates.forPanel': 'Usar para el panel',
  'certificates.forSubscriptions': 'Usar para las suscripciones',
  'certificates.get': 'Obtener certificado',
  'certificates.got': 'Certificado recibido',
  'certificates.failed': 'No se puede obtener el certificado',
  'certificates.terms': 'Al continuar aceptas las condiciones de servicio de {authority}.',
  'certificates.readTerms': 'Leer las condiciones',
  'certificates.stateNone': 'Sin emitir',
  'certificates.stateValid': 'Válido',
  'certificates.stateExpired': 'Caducado',
  'certificates.stateRevoked': 'Revocado',
  'certificates.stateBusy': 'Emitiéndose…',
  'certificates.useForPanel': 'Usar para el panel',
  'certificates.useForSubscriptions': 'Usar para suscripciones',
  'certificates.used': 'El certificado está en uso',
  'certificates.restart': 'Guardado. Reinicia el panel para aplicarlo.',
  'certificates.renew': 'Renovar',
  'certificates.retry': 'Reintentar',
  'certificates.revoke': 'Revocar',
  'certificates.revokeTitle': '¿Revocar este certificado?',
  'certificates.revokeText':
    'Los navegadores y las aplicaciones dejarán de confiar en {name}. Renuévalo después para obtener uno nuevo.',
  'certificates.delete': 'Eliminar',
  'certificates.deleteNamed': 'Eliminar {name}',
  'certificates.deleteTitle': '¿Eliminar este certificado?',
  'certificates.deleteText': 'Se eliminarán {name} y su clave.',
}
